import { pageAddress, pictureAddress } from "../addresses.js";
import { getJSON, Problem } from "../api.js";
import { Deletions, without } from "../deletions.js";
import { Latest } from "../latest.js";
import { kinds, largestPage, pagePath, pageSize } from "./query.js";

/**
 * The things that a query finds, page after page. One request is on its way at a time; a new query aborts the one before.
 * Dispatches `waiting`, `found` when the first page is here, `more` with the things of a further one, and `problem`.
 */
export class Things extends EventTarget {
  query;
  /** @type {object[] | null} `null` before the first answer, and after one that did not come */
  all = null;
  count = 0;
  /** @type {"first" | "more" | null} */
  waiting = null;
  problem = null;
  #next = null;
  #latest = new Latest();
  /** The further page that is on its way. */
  #coming = null;
  #deletions = new Deletions();

  constructor(query) {
    super();
    this.query = query;
  }

  get hasMore() {
    return this.#next !== null;
  }

  /** Asks for the newest that a query finds. What was found before stays until they are here. */
  async begin(query = this.query) {
    this.query = query;
    await this.#look(pageSize);
  }

  /** Asks again for as many as are here: further pages, too, have what was kept, and not what was deleted. */
  async refresh() {
    await this.#look(Math.min(Math.max(this.all?.length ?? 0, pageSize), largestPage));
  }

  /** Asks for the next page; who asks while it is on its way waits for it. */
  async more() {
    if (this.waiting === "more") return await this.#coming;
    if (this.waiting || this.#next === null) return;
    await (this.#coming = this.#turn());
  }

  async #look(limit) {
    const answer = await this.#ask("first", null, limit);
    if (!answer) return;
    this.all = answer.things;
    this.#take(answer);
    this.dispatchEvent(new Event("found"));
  }

  async #turn() {
    const answer = await this.#ask("more", this.#next);
    if (!answer) return;
    // What was kept anew meanwhile has come to the top, and is here twice.
    const known = new Set(this.all.map(({ id }) => id));
    const things = answer.things.filter(({ id }) => !known.has(id));
    this.all.push(...things);
    this.#take(answer);
    this.dispatchEvent(new CustomEvent("more", { detail: things }));
  }

  /** Something was deleted. Gives whether it was here. */
  forget(id) {
    this.#deletions.add(id);
    const index = this.all?.findIndex((thing) => thing.id === id) ?? -1;
    if (index < 0) return false;
    this.all.splice(index, 1);
    this.count -= 1;
    return true;
  }

  cancel() {
    this.#latest.cancel();
    this.waiting = null;
  }

  async #ask(what, after, limit) {
    this.cancel();
    this.waiting = what;
    this.problem = null;
    this.dispatchEvent(new Event("waiting"));
    try {
      const answer = await this.#deletions.during((gone) => this.#latest.run(async ({ signal }) =>
        without(page(await getJSON(pagePath(this.query, after, limit), { signal })), gone)));
      if (answer) this.waiting = null;
      return answer;
    } catch (problem) {
      this.waiting = null;
      this.problem = problem;
      if (what === "first") this.all = null;
      this.dispatchEvent(new Event("problem"));
      return null;
    }
  }

  #take({ next, count }) {
    this.#next = next;
    this.count = count;
  }
}

/** One thing with all that is in it. Throws a `Problem`. */
export async function wholeThing(id, signal) {
  return thing(await getJSON(`api/library/${id}`, { signal }));
}

function page(answer) {
  if (!Array.isArray(answer?.things)) throw new Problem("unreadable");
  return {
    things: answer.things.map(thing),
    next: typeof answer.next === "string" ? answer.next : null,
    count: number(answer.count) ?? answer.things.length,
  };
}

/** A thing with addresses that are safe to use: it is somebody else's text. */
function thing(raw) {
  if (!Number.isInteger(raw?.id)) throw new Problem("unreadable");
  return {
    id: raw.id,
    kind: kinds.includes(raw.kind) ? raw.kind : "other",
    title: String(raw.title ?? ""),
    url: pageAddress(raw.url),
    savedAt: String(raw.savedAt ?? ""),
    article: raw.article ?? null,
    chart: raw.chart ? chart(raw.chart) : null,
    picture: { width: number(raw.picture?.width), height: number(raw.picture?.height) },
    image: pictureAddress(raw.image),
    file: raw.file
      ? { address: pictureAddress(raw.file.address), name: String(raw.file.name), bytes: number(raw.file.bytes) }
      : null,
  };
}

function chart({ country, kind, count, updated, covers, items }) {
  return {
    country: /^[a-z]{2}$/.test(country) ? country : null,
    kind: kind === "songs" ? "songs" : "albums",
    count: number(count) ?? 0,
    updated: typeof updated === "string" ? updated : null,
    covers: Array.isArray(covers) ? covers.map(pictureAddress).filter(Boolean) : [],
    items: Array.isArray(items)
      ? items.map((item) => ({ ...item, url: pageAddress(item.url), cover: pictureAddress(item.artworkURL) }))
      : null,
  };
}

function number(value) {
  return Number.isInteger(value) && value >= 0 ? value : null;
}
