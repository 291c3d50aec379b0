import { nameLoad } from "./loads.js";

/** Loads of which only the latest counts: a new one aborts the one before it, down to the server's own work. */
export class Latest {
  #controller = null;
  /** What the server's events call the latest load. */
  name = null;

  /**
   * What `load` gives, or `null` once it has been cancelled or replaced: an answer that nobody waits for any more is never
   * handed over, whatever order the answers come in. Throws what `load` throws.
   * @param {(options: { signal: AbortSignal, load: string }) => Promise} load takes what `getJSON` takes
   */
  async run(load) {
    this.cancel();
    const { signal } = (this.#controller = new AbortController());
    this.name = nameLoad();
    try {
      const answer = await load({ signal, load: this.name });
      return signal.aborted ? null : answer;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  cancel() {
    this.#controller?.abort();
  }
}
