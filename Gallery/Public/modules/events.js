import { askForSession } from "./session.js";

const firstDelay = 1000;
const longestDelay = 30_000;
/** How long nobody has to see the page before its stream is closed, in milliseconds: whoever only looks elsewhere is soon back. */
const patience = 10_000;

/** How long one who hears nothing waits before asking, in milliseconds. A page that nobody sees is in no hurry. */
export function timeUntilQuestion() {
  return document.visibilityState === "visible" ? 2000 : 20_000;
}

/** What every page listens to: everything but the clock, which ticks only for those who watch it. */
const usual = {
  topics: ["loads", "models", "network", "photos"],
  names: ["library", "load", "missed", "model", "network", "photo", "photos", "photos-done"],
};

/**
 * The server's event stream, or those of its topics that are named. Dispatches `status` when `status` changes, `back`
 * when it is live again after it was lost or stopped, and each event under its own name with what it says as `detail`;
 * `missed` has the `topics` of which something was not told: what is shown of them has to be read.
 *
 * The browser reconnects by itself after a broken connection, with the last event's id. It gives up for good
 * after an answer that is not an event stream (a proxy's 502 while the server restarts): then this class
 * starts anew, less and less often, so that the page becomes live again without being reloaded.
 *
 * It is closed while nobody sees the page. A browser has six connections to a server for all its tabs together: six tabs in
 * the background kept every one of them, and whatever else was asked for waited without a word.
 */
export class EventFeed extends EventTarget {
  /** @type {"connecting" | "live" | "lost"} */
  status = "connecting";
  #topics;
  #names;
  #source = null;
  #timer = undefined;
  /** Ends the watch over whether the page is seen; `null` while the feed is stopped. */
  #watching = null;
  #hiding = undefined;
  #delay = firstDelay;
  /** Whether something may have been told meanwhile that was not heard. */
  #wasAway = false;

  /** @param {{ topics: string[], names: string[] }} what the topics to listen to, and the events in them */
  constructor({ topics, names } = usual) {
    super();
    this.#topics = topics;
    this.#names = names;
  }

  start() {
    if (this.#watching || typeof EventSource === "undefined") return;
    this.#watching = new AbortController();
    document.addEventListener("visibilitychange", () => this.#attend(), { signal: this.#watching.signal });
    if (document.visibilityState === "visible") this.#open();
    // A page that was opened in the background, and has read, is looked at later.
    else this.#wasAway = true;
  }

  /** Closes the connection; an open one would also keep the page out of the back/forward cache. */
  stop() {
    clearTimeout(this.#hiding);
    this.#watching?.abort();
    this.#watching = null;
    this.#close();
  }

  #attend() {
    clearTimeout(this.#hiding);
    if (document.visibilityState === "visible") this.#open();
    else this.#hiding = setTimeout(() => this.#close(), patience);
  }

  #open() {
    if (this.#source) return;
    clearTimeout(this.#timer);
    const source = new EventSource(new URL(`api/events?topics=${this.#topics}`, document.baseURI));
    this.#source = source;
    source.addEventListener("open", () => {
      this.#delay = firstDelay;
      this.#change("live");
    });
    for (const name of this.#names) source.addEventListener(name, (event) => this.#receive(event));
    source.addEventListener("error", () => {
      this.#change("lost");
      if (source.readyState !== EventSource.CLOSED) return;
      askForSession();
      this.#startLater();
    });
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#wasAway = true;
    this.#change("connecting");
  }

  #startLater() {
    this.#source = null;
    this.#timer = setTimeout(() => this.#open(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, longestDelay);
  }

  #receive(event) {
    let detail;
    try {
      detail = JSON.parse(event.data);
    } catch {
      return;
    }
    if (detail && typeof detail === "object") this.dispatchEvent(new CustomEvent(event.type, { detail }));
  }

  #change(status) {
    if (this.status === status) return;
    this.status = status;
    if (status === "lost") this.#wasAway = true;
    const isBack = status === "live" && this.#wasAway;
    if (isBack) this.#wasAway = false;
    this.dispatchEvent(new Event("status"));
    if (isBack) this.dispatchEvent(new Event("back"));
  }
}
