import { getJSON } from "../api.js";
import { EventFeed } from "../events.js";

/**
 * What the server tells of its runs: all of them once, and then what changes. Where something was missed, everything is asked
 * for again. Dispatches `change`, and `problem` with what kept the first list away.
 */
export class LiveTimeline extends EventTarget {
  #store;
  #feed = new EventFeed({ topics: ["timeline"], names: ["timeline"] });
  #ending = new AbortController();
  /** Changes that come while the list is on its way. */
  #waiting = null;
  #sequence = null;
  #offset = 0;

  constructor(store) {
    super();
    this.#store = store;
    this.#feed.addEventListener("timeline", ({ detail }) => this.#hear(detail));
    this.#feed.addEventListener("status", () => {
      if (this.#feed.status === "live") this.read();
      this.dispatchEvent(new Event("change"));
    });
  }

  get isLive() {
    return this.#feed.status === "live" && this.#sequence !== null;
  }

  /** The server's time, in microseconds since its timeline began. */
  get now() {
    return performance.now() * 1000 + this.#offset;
  }

  start() {
    this.#feed.start();
  }

  stop() {
    this.#feed.stop();
    this.#sequence = null;
  }

  close() {
    this.#ending.abort();
    this.stop();
  }

  /** Asks for everything. */
  async read() {
    if (this.#waiting) return;
    this.#waiting = [];
    try {
      const answer = await getJSON("api/loads", { signal: this.#ending.signal });
      // A server that was started again counts from the beginning.
      if (answer.sequence < (this.#sequence ?? 0) || answer.now < this.now - 5e6) this.#store.clear();
      this.#sequence = answer.sequence;
      this.#take(answer);
      const waiting = this.#waiting;
      this.#waiting = null;
      for (const change of waiting) this.#hear(change);
    } catch (problem) {
      this.#waiting = null;
      if (!this.#ending.signal.aborted) this.dispatchEvent(new CustomEvent("problem", { detail: problem }));
    }
  }

  #hear(change) {
    if (!Array.isArray(change.runs)) return;
    if (this.#waiting) {
      this.#waiting.push(change);
      return;
    }
    // It was in the list, or nothing is known yet.
    if (this.#sequence === null || change.sequence <= this.#sequence) return;
    if (change.sequence > this.#sequence + 1) {
      this.#waiting = null;
      this.read();
      return;
    }
    this.#sequence = change.sequence;
    this.#take(change);
  }

  #take({ now, runs }) {
    this.#offset = now - performance.now() * 1000;
    this.#store.apply(runs);
    this.dispatchEvent(new Event("change"));
  }
}
