import { readerLanguages } from "../i18n.js";
import { recall } from "../preferences.js";
import { readStyle } from "../styles.js";

export const kinds = ["albums", "songs"];
export const limits = [10, 25, 50, 100];
export const countries = [
  "ar", "au", "br", "ca", "de", "es", "fr", "gb", "id", "in", "it", "jp", "kr",
  "mx", "my", "nl", "nz", "ph", "se", "sg", "th", "tw", "us", "vn", "za",
];

/**
 * What the address asks for. What it leaves out, or says in a way that cannot be meant, has a default: the
 * country chosen last or that of the browser's language, the top 25 albums, the server's own style, and no
 * filter.
 */
export function readQuery(search) {
  const parameters = new URLSearchParams(search);
  const country = parameters.get("country")?.toLowerCase();
  const limit = Number(parameters.get("limit"));
  return {
    country: /^[a-z]{2}$/.test(country ?? "") ? country : defaultCountry(),
    kind: kinds.includes(parameters.get("kind")) ? parameters.get("kind") : kinds[0],
    limit: Number.isInteger(limit) && limit >= 1 && limit <= 100 ? limit : 25,
    style: readStyle(parameters),
    filter: parameters.get("filter") ?? "",
  };
}

/** The address of a query. It names even the defaults: a shared link shows everyone the same chart. */
export function writeQuery(query, search) {
  const parameters = chartParameters(query);
  const screen = new URLSearchParams(search).get("screen");
  if (screen) parameters.set("screen", screen);
  if (query.filter) parameters.set("filter", query.filter);
  return `?${parameters}`;
}

/** Where the server has the chart. */
export function chartPath(query) {
  return `api/music?${chartParameters(query)}`;
}

/** Whether two queries differ in their filter at most, which the page applies without the server. */
export function sameChart(one, other) {
  return chartPath(one) === chartPath(other);
}

function chartParameters({ country, kind, limit, style }) {
  const parameters = new URLSearchParams({ country, limit, kind });
  if (style) parameters.set("style", style);
  return parameters;
}

function defaultCountry() {
  const chosen = recall("country");
  if (/^[a-z]{2}$/.test(chosen ?? "")) return chosen;
  const [wanted = "en-US"] = readerLanguages();
  const region = new Intl.Locale(wanted).maximize().region?.toLowerCase();
  return countries.includes(region) ? region : "us";
}
