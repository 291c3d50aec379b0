import { getJSON } from "../api.js";
import { EventFeed } from "../events.js";

/** More changes of runs than that are not kept while it is held: everything is asked for afterwards. */
const mostHeld = 60_000;

/**
 * What the server tells of its runs: all of them once, and then what changes. Where something was missed, everything is asked
 * for again. Dispatches `change`, `another` where the server was started again, and
 * `problem` with what kept the first list away.
 */
export class LiveTimeline extends EventTarget {
  #store;
  #feed = new EventFeed({ topics: ["timeline"], names: ["timeline"] });
  #ending = new AbortController();
  /** Changes that come while the list is on its way. */
  #waiting = null;
  #sequence = null;
  #offset = 0;
  /** The server's time until when all that happened has been told. */
  #heard = 0;
  /** When the server's timeline began: another one is another server. */
  #began = null;
  #isHeld = false;
  /** Changes that come while it is held; `null` where there were more than there is room for, or some were missed. */
  #held = [];
  #room = 0;

  constructor(store) {
    super();
    this.#store = store;
    this.#feed.addEventListener("timeline", ({ detail }) => this.#hear(detail));
    this.#feed.addEventListener("status", () => {
      if (this.#feed.status === "live") this.read();
      else if (this.#sequence !== null) this.#heard = this.now;
      this.dispatchEvent(new Event("change"));
    });
  }

  /** Whether it is known what there is. */
  get isRead() {
    return this.#began !== null;
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

  /** Changes nothing until it goes on. */
  hold() {
    this.#isHeld = true;
    [this.#held, this.#room] = [[], mostHeld];
  }

  goOn() {
    if (!this.#isHeld) return;
    const held = this.#held;
    [this.#isHeld, this.#held] = [false, []];
    if (!held) this.read();
    else for (const change of held) this.#hear(change);
  }

  /** Asks for everything. */
  async read() {
    if (this.#isHeld) this.#held = null;
    if (this.#waiting || this.#isHeld) return;
    this.#waiting = [];
    try {
      const answer = await getJSON("api/loads", { signal: this.#ending.signal });
      if (this.#isHeld) {
        [this.#waiting, this.#held] = [null, null];
        return;
      }
      if (this.#began !== null && answer.began !== this.#began) {
        this.#store.clear();
        this.dispatchEvent(new Event("another"));
      }
      if (answer.began !== this.#began) this.#offset = -Infinity;
      this.#began = answer.began;
      this.#sequence = answer.sequence;
      this.#take(answer, (runs) => this.#store.applyWhole(runs, this.#heard));
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
    if (this.#waiting) this.#waiting.push(change);
    else if (this.#isHeld) this.#keep(change);
    else this.#follow(change);
  }

  #keep(change) {
    this.#room -= change.runs.length;
    if (this.#room < 0) this.#held = null;
    this.#held?.push(change);
  }

  #follow(change) {
    // It was in the list, or nothing is known yet.
    if (this.#sequence === null || change.sequence <= this.#sequence) return;
    if (change.sequence > this.#sequence + 1) {
      this.read();
      return;
    }
    this.#sequence = change.sequence;
    this.#take(change, (runs) => this.#store.apply(runs));
  }

  #take({ now, runs }, apply) {
    // What was held, or was long on its way, says when it was sent: the present does not go back to that.
    this.#offset = Math.max(this.#offset, now - performance.now() * 1000);
    apply(runs);
    this.#heard = now;
    this.dispatchEvent(new Event("change"));
  }
}
