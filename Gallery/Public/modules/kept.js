import { postJSON, Problem, remove } from "./api.js";
import { Deletions } from "./deletions.js";
import { text } from "./i18n.js";

/** As many sources as the server answers for at once. */
const mostSources = 200;
/** How long is waited for more to ask about, and for more news, in milliseconds. */
const [gathering, listening] = [100, 500];

/**
 * What of all that is shown is in the library. A source is what the server is told: `{ image }`, the address of a picture
 * on this server, or `{ chart: { country, kind, limit, updated } }`.
 *
 * Dispatches `change` when something was kept or deleted, here or on another page, `say` with a sentence for those who do not
 * see a button change, and `failed` with `{ problem, title, retry }` where the title makes what did not work in the language
 * of now.
 */
class Kept extends EventTarget {
  /**
   * By source: `{ id, state, reason }`, where the state is `kept`, `not`, `working` or `failed`, which has a reason. Whatever
   * has an `id` is in the library, as far as is known.
   */
  #entries = new Map();
  #asked = new Map();
  /** The numbers of what was kept, as the server tells. */
  #news = new Set();
  #deletions = new Deletions();

  /** Hears of what other pages do. */
  install(feed) {
    feed.addEventListener("library", ({ detail }) => {
      if (detail.deleted !== undefined) this.#forget(detail.deleted);
      if (detail.kept !== undefined) this.#hear(detail.kept);
    });
    feed.addEventListener("back", () => this.#askAgain({ alsoKept: true }));
    feed.addEventListener("missed", ({ detail: { topics } }) => {
      if (Array.isArray(topics) && topics.includes("models")) this.#askAgain({ alsoKept: true });
    });
  }

  /** What is known of a source. Of one that nobody has asked for before, the server is asked, with others in one request. */
  state(source) {
    const key = JSON.stringify(source);
    const entry = this.#entries.get(key);
    if (!entry) this.#ask(key, source);
    return entry ?? { id: null, state: "not" };
  }

  /** Keeps a source, or deletes it again. */
  async toggle(source, title) {
    const key = JSON.stringify(source);
    const before = this.#entries.get(key) ?? { id: null, state: "not" };
    if (before.state === "working") return;
    const isKept = before.id !== null;
    this.#set(key, { id: before.id, state: "working" });
    try {
      if (isKept) await this.#drop(key, before.id, title);
      else await this.#keep(key, source, title);
    } catch (problem) {
      const failed = () => text(isKept ? "libraryDeleteFailed" : "keepFailed", { title });
      const reason = `${failed()}: ${problem.detail ?? text("unreachableTitle")}`;
      this.#set(key, { id: before.id, state: "failed", reason });
      const retry = () => this.toggle(source, title);
      this.dispatchEvent(new CustomEvent("failed", { detail: { problem, title: failed, retry } }));
    }
  }

  async #keep(key, source, title) {
    const { id, isGone } = await this.#deletions.during(async (gone) => {
      const id = (await postJSON("api/library", { ...source, title }))?.id;
      return { id, isGone: gone.has(id) };
    });
    if (!Number.isInteger(id)) throw new Problem("unreadable");
    this.#set(key, isGone ? { id: null, state: "not" } : { id, state: "kept" });
    this.#say(text("keepKept", { title }));
  }

  async #drop(key, id, title) {
    try {
      await remove(`api/library/${id}`);
    } catch (problem) {
      // Deleted on another page, a moment ago.
      if (problem.status !== 404) throw problem;
    }
    this.#set(key, { id: null, state: "not" });
    this.#say(text("keepDropped", { title }));
  }

  #forget(id) {
    this.#deletions.add(id);
    for (const [key, entry] of this.#entries) {
      if (entry.id === id) this.#entries.set(key, { id: null, state: "not" });
    }
    this.#changed();
  }

  /** Something was kept. If it was not kept here, only the server knows which of what is shown that is. */
  #hear(id) {
    if (this.#news.size === 0) {
      setTimeout(() => {
        for (const { id } of this.#entries.values()) this.#news.delete(id);
        const isUnknown = this.#news.size > 0;
        this.#news.clear();
        if (isUnknown) this.#askAgain();
      }, listening);
    }
    this.#news.add(id);
  }

  #ask(key, source) {
    if (this.#asked.size === 0) setTimeout(() => this.#look(), gathering);
    this.#asked.set(key, source);
  }

  /**
   * Forgets what is not kept: what is still shown asks anew. After a while without news what is kept may have been deleted;
   * not so charts, which were kept as they were at that moment, and are not found by what was shown.
   */
  #askAgain({ alsoKept = false } = {}) {
    for (const [key, { state }] of this.#entries) {
      if (state === "not") this.#entries.delete(key);
      if (state !== "kept" || !alsoKept) continue;
      const source = JSON.parse(key);
      if (source.image) this.#ask(key, source);
    }
    this.#changed();
  }

  async #look() {
    const all = [...this.#asked];
    this.#asked.clear();
    // Until the answer is here nobody asks again; what cannot be answered is taken as not kept, until it is pressed.
    for (const [key] of all) if (!this.#entries.has(key)) this.#entries.set(key, { id: null, state: "not" });
    const known = new Map(this.#entries);
    for (let start = 0; start < all.length; start += mostSources) {
      const part = all.slice(start, start + mostSources);
      try {
        const ids = await this.#deletions.during((gone) => this.#lookUp(part.map(([, source]) => source), gone));
        part.forEach(([key], index) => this.#found(key, ids[index], known.get(key)));
      } catch {
        break;
      }
    }
    this.#changed();
  }

  /** The numbers of the sources, without those of what was deleted while the answer was on its way. */
  async #lookUp(sources, gone) {
    const { kept } = await postJSON("api/library/lookup", { sources });
    return kept.map((id) => (gone.has(id) ? null : id));
  }

  /** What was pressed meanwhile knows better. */
  #found(key, id, known) {
    if (this.#entries.get(key) !== known || !["not", "kept"].includes(known.state)) return;
    const found = Number.isInteger(id) ? { id, state: "kept" } : { id: null, state: "not" };
    // A later answer is compared with what is known now.
    if (found.id !== known.id) this.#entries.set(key, found);
  }

  #set(key, entry) {
    this.#entries.set(key, entry);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }

  #say(sentence) {
    this.dispatchEvent(new CustomEvent("say", { detail: sentence }));
  }
}

export const kept = new Kept();
