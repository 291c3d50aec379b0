import { pictureAddress } from "../addresses.js";
import { getJSON, Problem, remove } from "../api.js";
import { Deletions, without } from "../deletions.js";
import { byline, drawings, element, icon } from "../dom.js";
import { formatDayOf, formatMoment, formatNumber, text } from "../i18n.js";
import { Latest } from "../latest.js";
import { hue } from "../pictures.js";

/** How many articles a page has, and how many it can have. */
const [pageSize, largestPage] = [24, 200];

/** What is kept on the server, newest first. Dispatches `problem`, `here` and `deleted` with a title. */
export class Library extends EventTarget {
  #count = element("span", { class: "library-count" });
  #list = element("ul", { class: "library-things", role: "list", "data-label": "libraryThings" });
  #empty = element("div", { class: "library-empty", hidden: true },
    element("h3", { "data-text": "libraryEmptyTitle" }), element("p", { "data-text": "libraryEmpty" }));
  #more = element("button", {
    type: "button", class: "action action-quiet library-more", "data-text": "libraryMore", hidden: true,
    onclick: () => this.#turn(),
  });
  #things = new Map();
  #next = null;
  #total = 0;
  #newest = new Latest();
  #further = new Latest();
  #deletions = new Deletions();

  constructor() {
    super();
    this.element = element("section", { class: "library" },
      element("header", { class: "library-head" },
        element("h2", { class: "models-title", "data-text": "library" }), this.#count),
      this.#empty, this.#list, this.#more);
  }

  close() {
    this.#newest.cancel();
    this.#further.cancel();
  }

  localize() {
    this.#show([...this.#things.values()].map(({ thing }) => thing));
  }

  /** Whether there are articles that are not here. */
  get hasMore() {
    return this.#next !== null;
  }

  /**
   * Asks for the newest. Further pages that are here stay behind them, unless they are asked for `anew`: after a while without
   * news they may have what was deleted.
   */
  async refresh({ anew = false } = {}) {
    const limit = anew ? Math.min(Math.max(this.#things.size, pageSize), largestPage) : pageSize;
    const answer = await this.#get(this.#newest, `api/library?kind=article&limit=${limit}`);
    if (!answer) return;
    const known = [...this.#things.values()].map(({ thing }) => thing);
    const ids = new Set(answer.things.map(({ id }) => id));
    const further = known.slice(known.findLastIndex(({ id }) => ids.has(id)) + 1);
    // Nothing is left where the answer goes to the end, or begins behind all that was here.
    if (anew || answer.next === null || further.length === known.length) further.length = 0;
    // The things of a page that is on its way come behind those that were here.
    if (further.length === 0) this.#further.cancel();
    this.#take({ next: further.length > 0 ? this.#next : answer.next, count: answer.count });
    this.#show([...answer.things, ...further]);
    this.dispatchEvent(new Event("here"));
  }

  /** The number of what is kept from an address, or `null`. */
  numberOf(url) {
    return [...this.#things.values()].find(({ thing }) => thing.url === url)?.thing.id ?? null;
  }

  /** Something was deleted, here or on another page. Gives whether it was here. */
  forget(id) {
    this.#deletions.add(id);
    const entry = this.#things.get(id);
    if (!entry) return false;
    const isFocused = entry.item.contains(document.activeElement);
    const neighbour = entry.item.nextElementSibling ?? entry.item.previousElementSibling;
    this.#things.delete(id);
    entry.item.remove();
    this.#total -= 1;
    this.#label();
    if (isFocused) neighbour?.querySelector("button")?.focus();
    return true;
  }

  async #turn() {
    const answer = await this.#get(this.#further, `api/library?kind=article&limit=${pageSize}&after=${encodeURIComponent(this.#next)}`);
    if (!answer) return;
    this.#take(answer);
    const items = answer.things.filter(({ id }) => !this.#things.has(id)).map((thing) => this.#item(thing));
    this.#list.append(...items);
    this.#label();
    items[0]?.querySelector("button").focus({ preventScroll: true });
  }

  async #get(latest, path) {
    try {
      return await this.#deletions.during((gone) => latest.run(async ({ signal }) => {
        const answer = await getJSON(path, { signal });
        if (!Array.isArray(answer?.things)) throw new Problem("unreadable");
        return without(answer, gone);
      }));
    } catch (problem) {
      this.dispatchEvent(new CustomEvent("problem", { detail: problem }));
      return null;
    }
  }

  async #delete({ id, article }) {
    try {
      await remove(`api/library/${id}`);
    } catch (problem) {
      // Deleted on another page, a moment ago.
      if (problem.status !== 404) {
        return void this.dispatchEvent(new CustomEvent("problem", { detail: problem }));
      }
    }
    this.dispatchEvent(new CustomEvent("deleted", { detail: title(article) }));
    this.forget(id);
  }

  #take({ next, count }) {
    this.#next = next;
    this.#total = count;
  }

  /** Shows things in the place of those before. The focus stays with its thing. */
  #show(things) {
    const focused = document.activeElement?.closest(".saved")?.dataset.id;
    this.#things.clear();
    this.#list.replaceChildren(...things.map((thing) => this.#item(thing)));
    this.#label();
    if (focused) this.#list.querySelector(`[data-id="${focused}"] button`)?.focus({ preventScroll: true });
  }

  #label() {
    this.#count.textContent = text("libraryCount", { count: formatNumber(this.#total) });
    this.#empty.hidden = this.#total > 0;
    this.#list.hidden = this.#things.size === 0;
    this.#more.hidden = this.#next === null;
  }

  #item(thing) {
    const item = card(thing, () => this.#delete(thing));
    this.#things.set(thing.id, { thing, item });
    return item;
  }
}

function card(thing, onDelete) {
  const { article, image, savedAt, url } = thing;
  const name = title(article);
  const day = article && (formatDayOf(article.publishedAt) ?? article.publishedAt);
  const moment = formatMoment(savedAt);
  return element("li", { class: "saved", "data-id": thing.id },
    cover(image, article, name),
    element("div", { class: "saved-words" },
      element("h3", { dir: "auto" }, name),
      article && element("p", { class: "saved-by" }, ...byline(article.author, day)),
      article && element("p", { class: "saved-summary", dir: "auto" }, article.summary),
      element("p", { class: "saved-facts" },
        element("span", {}, `${url} · ${text("librarySaved", { moment: moment ?? savedAt })}`))),
    element("button", {
      type: "button", class: "round saved-delete", "aria-label": text("libraryDelete", { title: name }),
      title: text("libraryDelete", { title: name }), onclick: onDelete,
    }, icon(drawings.bin)));
}

function cover(image, article, name) {
  const source = pictureAddress(image);
  const ground = element("div", { class: "saved-cover" });
  ground.style.setProperty("--hue", hue(name));
  if (!source) return ground;
  ground.append(element("img", {
    src: source, alt: "", loading: "lazy", decoding: "async",
    width: String(article?.cover?.width ?? 1200), height: String(article?.cover?.height ?? 800),
    onload: (event) => event.target.classList.add("is-loaded"),
    onerror: (event) => event.target.remove(),
  }));
  return ground;
}

function title(article) {
  return article?.title || text("libraryUntitled");
}
