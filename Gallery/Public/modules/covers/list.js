import { pictureAddress } from "../addresses.js";
import { getJSON, Problem } from "../api.js";
import { pagePath, pageSize } from "./query.js";

/** So many pages are kept, of those that were wanted last: an endless list would fill any memory. */
const kept = 24;
/** How long a page has to be wanted before it is asked for, in milliseconds: it may be flying past. */
const patience = 50;

/**
 * The endless list, of which only the pages in sight are loaded. Dispatches `page` when one is here, and `problem` when
 * one did not come.
 */
export class ArticleList extends EventTarget {
  /** The filter and the style of what is wanted. */
  #look;
  /** Articles by page, the page that was wanted last at the end. */
  #pages = new Map();
  /** Controllers of what is on its way, by page. */
  #loading = new Map();
  #wanted = new Set();
  #timer = undefined;
  /** Why the last page that did not come did not. */
  problem = null;
  /** Where the list ends, or infinity while it does not. */
  end = Infinity;

  /** @param {{ filter: string, style: string | null }} look */
  constructor(look) {
    super();
    this.#look = look;
  }

  /** The article at a place of the list, or `null` while it is not here. */
  article(index) {
    return this.#pages.get(Math.floor(index / pageSize))?.articles[index % pageSize] ?? null;
  }

  /** Whether the article at a place has come since the filter and the style were chosen. */
  isFresh(index) {
    return this.#pages.get(Math.floor(index / pageSize))?.look === this.#look;
  }

  /** Covers by another filter, or in another style. The words stay until the new addresses are here. */
  set look(look) {
    this.#look = look;
    this.problem = null;
    this.cancel();
    this.#loadSoon(0);
  }

  /** These are in sight from now on: what is on its way and not among them is given up. */
  want(first, end) {
    const last = Math.floor((Math.min(end, this.end) - 1) / pageSize);
    const numbers = new Set();
    for (let number = Math.floor(first / pageSize); number <= last; number += 1) numbers.add(number);
    this.#wanted = numbers;
    for (const [number, controller] of this.#loading) {
      if (!numbers.has(number)) controller.abort();
    }
    if (!this.problem && this.#missing().length > 0) this.#loadSoon(patience);
  }

  /** Tries again what did not come. */
  again() {
    this.problem = null;
    this.#loadSoon(0);
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const controller of this.#loading.values()) controller.abort();
  }

  /** Gives up what is wanted, too: what is only given up on its way is asked for again, as it may be in sight again. */
  stop() {
    this.#wanted = new Set();
    this.cancel();
  }

  #missing() {
    return [...this.#wanted].filter((number) =>
      !this.#loading.has(number) && this.#pages.get(number)?.look !== this.#look);
  }

  #loadSoon(wait) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const number of this.#missing()) this.#load(number);
    }, wait);
  }

  async #load(number) {
    const controller = new AbortController();
    const look = this.#look;
    this.#loading.set(number, controller);
    try {
      const answer = await getJSON(pagePath(number, look), { signal: controller.signal });
      controller.signal.throwIfAborted();
      this.#keep(number, { look, articles: articles(answer) });
      if (answer.next === null) this.end = number * pageSize + answer.covers.length;
      this.#settle(number, controller, "page");
    } catch (problem) {
      const isOver = controller.signal.aborted;
      if (!isOver) this.problem = problem;
      this.#settle(number, controller, isOver ? null : "problem");
    }
  }

  #settle(number, controller, event) {
    if (this.#loading.get(number) === controller) this.#loading.delete(number);
    if (event) this.dispatchEvent(new Event(event));
    // It may have come back into sight while it was given up.
    else if (this.#wanted.has(number)) this.#loadSoon(patience);
  }

  #keep(number, page) {
    this.#pages.delete(number);
    this.#pages.set(number, page);
    for (const old of this.#pages.keys()) {
      if (this.#pages.size <= kept) break;
      if (!this.#wanted.has(old)) this.#pages.delete(old);
    }
  }
}

function articles(answer) {
  if (!Array.isArray(answer?.covers)) throw new Problem("unreadable");
  return answer.covers.map(article);
}

/** An article with addresses that are safe to use: it is somebody else's text. */
function article(raw) {
  return {
    id: String(raw.id ?? ""),
    title: String(raw.title ?? ""),
    author: String(raw.author ?? ""),
    publishedAt: String(raw.publishedAt ?? ""),
    image: pictureAddress(raw.image),
    sizes: (Array.isArray(raw.sizes) ? raw.sizes : [])
      .map(({ width, image }) => ({ width: Number(width), image: pictureAddress(image) }))
      .filter(({ width, image }) => width > 0 && image),
  };
}
