import { pageAddress, pictureAddress } from "../addresses.js";
import { getJSON, Problem } from "../api.js";
import { nameLoad } from "../loads.js";
import { chartPath } from "./query.js";

/** Loads charts, one at a time: a new load aborts the one before it, down to the server's own work. */
export class ChartLoader {
  #controller = null;
  /** What the server's events call the latest load. */
  name = null;

  /**
   * The chart, or `null` once the load has been cancelled or replaced: an answer that nobody waits for any
   * more is never handed over, whatever order the answers come in. Throws a `Problem`.
   */
  async load(query) {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    this.name = nameLoad();
    try {
      const answer = await getJSON(chartPath(query), { signal, load: this.name });
      return signal.aborted ? null : chart(answer);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  cancel() {
    this.#controller?.abort();
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
