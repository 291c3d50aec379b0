import { pageAddress, pictureAddress } from "../addresses.js";
import { getJSON, Problem } from "../api.js";
import { nameLoad } from "../loads.js";
import { searchPath } from "./query.js";

/** Searches, one at a time: a new one aborts the one before it, down to the server's own work. */
export class Search {
  #controller = null;
  /** What the server's events call the latest search. */
  name = null;

  /**
   * A page of hits, or `null` once the search has been cancelled or replaced: an answer that nobody waits for any
   * more is never handed over, whatever order the answers come in. Throws a `Problem`.
   */
  async page(query, offset) {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    this.name = nameLoad();
    try {
      const answer = await getJSON(searchPath(query, offset), { signal, load: this.name });
      return signal.aborted ? null : page(answer);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  cancel() {
    this.#controller?.abort();
  }
}

/**
 * The hits of two pages, each once. What is new at Giphy pushes others from one page to the next between two
 * requests.
 */
export function joined(before, after) {
  const known = new Set(before.hits.map(({ id }) => id));
  const hits = after.hits.filter(({ id }) => id === "" || !known.has(id));
  return { ...after, hits: [...before.hits, ...hits] };
}

function page(answer) {
  if (!Array.isArray(answer?.hits)) throw new Problem("unreadable");
  return {
    hits: answer.hits.map(hit),
    found: count(answer.found),
    next: count(answer.next),
    attribution: String(answer.attribution ?? ""),
  };
}

/** A hit with addresses that are safe to use and numbers that are some: it is somebody else's text. */
function hit(raw) {
  return {
    id: String(raw.id ?? ""),
    title: String(raw.title ?? ""),
    rating: String(raw.rating ?? ""),
    url: pageAddress(raw.url),
    preview: pictureAddress(raw.preview),
    still: pictureAddress(raw.still),
    image: imagePath(raw.image),
    width: count(raw.width),
    height: count(raw.height),
    bytes: count(raw.bytes),
  };
}

/** The path of a picture on this server, as it is told to the server again. */
function imagePath(text) {
  const address = pictureAddress(text);
  return address && new URL(address).pathname;
}

function count(value) {
  return Number.isInteger(value) && value >= 0 ? value : null;
}
