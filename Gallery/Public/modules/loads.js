const ended = new Set(["succeeded", "failed", "cancelled"]);
/** Of this page alone: pages that load the same are told of by one server. */
const page = Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("");
let named = 0;

/** A name for a load that this page begins, which no other load has, of whatever page. */
export function nameLoad() {
  named += 1;
  return `${page}-${named}`;
}

/** Longer than any load may take: one that has been silent for this long ended while nobody listened. */
const silence = 60_000;

/** What the server is loading right now, as its events tell. Dispatches `change` with the load concerned. */
export class Loads extends EventTarget {
  #inFlight = new Map();

  /** Takes a load event: `{ load, label, state, completed, total, milliseconds, error }`. */
  apply(event) {
    const now = Date.now();
    for (const [id, { heard }] of this.#inFlight) {
      if (now - heard > silence) this.#inFlight.delete(id);
    }
    if (ended.has(event.state)) this.#inFlight.delete(event.load);
    else this.#inFlight.set(event.load, { event, heard: now });
    this.dispatchEvent(new CustomEvent("change", { detail: event }));
  }

  /** Forgets everything: without the stream nobody would tell of the end. */
  clear() {
    this.#inFlight.clear();
    this.dispatchEvent(new CustomEvent("change", { detail: null }));
  }

  /** The loads in flight, oldest first. */
  get inFlight() {
    return [...this.#inFlight.values()].map(({ event }) => event);
  }
}
