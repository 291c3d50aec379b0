import { isTooLong } from "./query.js";
import { joined, Search } from "./search.js";

/**
 * A search and its pages: what was found, what is on its way, and what went wrong. Dispatches
 * - `waiting` when something is on its way
 * - `found` when the first page is here
 * - `more` with the hits of a further page that are new
 * - `problem` when one did not come
 * - `cleared` when there is nothing to search for
 */
export class Finder extends EventTarget {
  query;
  /** What was found last, its pages joined. It stays while the next search is on its way. */
  found = null;
  /** @type {"search" | "more" | null} what is on its way */
  waiting = null;
  /** @type {"search" | "more" | null} what did not come */
  failed = null;
  problem = null;
  #search = new Search();

  /** @param {{ keyword: string, style: string | null }} query */
  constructor(query) {
    super();
    this.query = query;
  }

  /** What the server's events call the latest load. */
  get loadName() {
    return this.#search.name;
  }

  async begin(query) {
    this.query = query;
    if (query.keyword && !isTooLong(query.keyword)) return await this.#load("search", 0);
    this.#search.cancel();
    this.#settle();
    this.found = null;
    this.dispatchEvent(new Event("cleared"));
  }

  /** Loads the next page, if there is one. */
  async more() {
    if (this.waiting !== "search" && this.found?.next) await this.#load("more", this.found.next);
  }

  /** Tries again what did not come, or what was cancelled on its way. */
  async again() {
    if ((this.failed ?? this.waiting) === "more") await this.more();
    else await this.begin(this.query);
  }

  cancel() {
    this.#search.cancel();
  }

  async #load(what, offset) {
    this.#settle();
    this.waiting = what;
    this.dispatchEvent(new Event("waiting"));
    try {
      const page = await this.#search.page(this.query, offset);
      if (page) this.#arrived(what, page);
    } catch (problem) {
      this.#settle();
      this.problem = problem;
      this.failed = what;
      if (what === "search") this.found = null;
      this.dispatchEvent(new Event("problem"));
    }
  }

  #arrived(what, page) {
    this.#settle();
    const known = what === "more" ? this.found.hits.length : 0;
    this.found = what === "more" ? joined(this.found, page) : page;
    if (what === "search") this.dispatchEvent(new Event("found"));
    else this.dispatchEvent(new CustomEvent("more", { detail: this.found.hits.slice(known) }));
  }

  #settle() {
    this.waiting = null;
    this.problem = null;
    this.failed = null;
  }
}
