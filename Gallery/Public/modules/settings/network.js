import { getJSON, Problem, putJSON } from "../api.js";

/**
 * The network between the server and its own upstream, as the server says that it is. Dispatches `change` when that is known
 * or another, and `problem`.
 */
export class Network extends EventTarget {
  /** `{ latency, bandwidth, loss, faults }`; `null` while it is not known. */
  current = null;
  /** Whether there is one that can be changed: the way to the real servers is nobody's to change. */
  isThere = true;
  /** Why the last question or change did not succeed. */
  problem = null;
  #ending = new AbortController();
  /** What is to be asked for when the change that is on its way has been answered. */
  #wanted = null;
  #isSending = false;
  /** What was last heard of others, and of oneself, while a change was on its way. */
  #heard = null;
  /** How many changes have been asked for, or heard of. */
  #changes = 0;

  constructor(feed) {
    super();
    feed.addEventListener("network", ({ detail }) => this.#hear(detail), { signal: this.#ending.signal });
  }

  /** Asks what it is like. What is asked beside a change, or answered behind one, may be older than that, and says nothing. */
  async read() {
    const changes = this.#changes;
    const wasSending = this.#isSending;
    await this.#try(async (options) => {
      const answer = await getJSON("api/network", options);
      if (!wasSending && changes === this.#changes) this.#take(answer);
    });
  }

  /**
   * Makes it another, one change after the other: of two on their way at once the older could come last. Of those that are
   * asked for meanwhile only the newest counts. One who goes to another screen has changed it all the same.
   */
  async change(network) {
    this.#wanted = network;
    this.#changes += 1;
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#wanted) {
      const wanted = this.#wanted;
      this.#wanted = null;
      this.#heard = null;
      await this.#try(async ({ signal }) => {
        const answer = await putJSON("api/network", wanted);
        if (!this.#wanted && !signal.aborted) this.#take(this.#heard ?? answer);
      });
    }
    this.#isSending = false;
    this.#heard = null;
  }

  close() {
    this.#ending.abort();
  }

  /** What is heard while one is changing it is not shown: it would take back what the reader has just done. */
  #hear(network) {
    if (!isNetwork(network)) return;
    this.#changes += 1;
    if (this.#isSending) this.#heard = network;
    else this.#take(network);
  }

  #take(network) {
    if (!isNetwork(network)) throw new Problem("unreadable");
    this.current = network;
    this.problem = null;
    this.dispatchEvent(new Event("change"));
  }

  async #try(act) {
    const { signal } = this.#ending;
    try {
      await act({ signal });
    } catch (problem) {
      if (signal.aborted) return;
      this.isThere = problem.status !== 404;
      this.current = this.#heard ?? this.current;
      this.problem = problem;
      this.dispatchEvent(new Event("problem"));
    }
  }
}

function isNetwork(value) {
  return ["latency", "loss"].every((name) => Number.isFinite(value?.[name]))
    && typeof value.faults === "object" && value.faults !== null;
}
