import { pageAddress, pictureAddress } from "../addresses.js";
import { getJSON, Problem } from "../api.js";
import { Latest } from "../latest.js";
import { chartPath } from "./query.js";

/** Loads charts, one at a time. */
export class ChartLoader extends Latest {
  /** The chart, or `null` once the load has been cancelled or replaced. Throws a `Problem`. */
  async load(query) {
    return await this.run(async (options) => chart(await getJSON(chartPath(query), options)));
  }
}

function chart(answer) {
  if (!Array.isArray(answer?.items)) throw new Problem("unreadable");
  return { summary: answer.summary ?? {}, items: answer.items.map(item) };
}

/** An item with addresses that are safe to use: a feed is somebody else's text, `javascript:` included. */
function item(raw) {
  return {
    ...raw,
    name: String(raw.name ?? ""),
    artist: String(raw.artist ?? ""),
    genres: Array.isArray(raw.genres) ? raw.genres.map(String) : [],
    url: pageAddress(raw.url),
    artworkURL: pictureAddress(raw.artworkURL),
  };
}
