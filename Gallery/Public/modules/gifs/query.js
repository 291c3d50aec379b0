import { readStyle } from "../styles.js";

/** How many hits a page has. */
const limit = 24;
/** The longest keyword that Giphy takes, in characters as people count them. */
export const longestKeyword = 50;

/** What the address asks for: a keyword, which may be empty, and the server's own style unless another is named. */
export function readQuery(search) {
  const parameters = new URLSearchParams(search);
  return { keyword: keyword(parameters.get("q") ?? ""), style: readStyle(parameters) };
}

/** The address of a query. */
export function writeQuery({ keyword, style }) {
  const parameters = new URLSearchParams({ screen: "gifs" });
  if (keyword) parameters.set("q", keyword);
  if (style) parameters.set("style", style);
  return `?${parameters}`;
}

/** Where the server has the page of a search that begins at `offset`. */
export function searchPath({ keyword, style }, offset) {
  const parameters = new URLSearchParams({ q: keyword, limit, offset });
  if (style) parameters.set("style", style);
  return `api/gifs?${parameters}`;
}

/** A keyword as the server takes it: without the white space around it, and composed. */
export function keyword(text) {
  return text.trim().normalize("NFC");
}

export function isTooLong(keyword) {
  return [...new Intl.Segmenter().segment(keyword)].length > longestKeyword;
}
