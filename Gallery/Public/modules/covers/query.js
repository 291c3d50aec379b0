import { readStyle } from "../styles.js";

/** What can be done to the covers; the first is nothing. */
export const filters = ["none", "sepia", "mono", "blur"];
/** How many articles come at a time. */
export const pageSize = 60;

/** What the address asks for: a filter, the server's own style unless another is named, and the cover at the top of the window, counted from 0. */
export function readQuery(search) {
  const parameters = new URLSearchParams(search);
  const filter = parameters.get("filter");
  // People count from 1.
  const at = Number(parameters.get("at") ?? 1) - 1;
  return {
    filter: filters.includes(filter) ? filter : filters[0],
    style: readStyle(parameters),
    at: Number.isSafeInteger(at) && at > 0 ? at : 0,
  };
}

/** The address of a query. */
export function writeQuery({ filter, style, at }) {
  const parameters = new URLSearchParams({ screen: "covers" });
  if (filter !== filters[0]) parameters.set("filter", filter);
  if (style) parameters.set("style", style);
  if (at > 0) parameters.set("at", at + 1);
  return `?${parameters}`;
}

/** Where the server has a page of the list. */
export function pagePath(number, { filter, style }) {
  const parameters = new URLSearchParams({ from: number * pageSize, count: pageSize, filter });
  if (style) parameters.set("style", style);
  return `api/covers?${parameters}`;
}
