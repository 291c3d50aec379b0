import { getJSON, Problem, remove } from "../api.js";
import { timeUntilQuestion } from "../events.js";

/** How long the server is left alone where it could not say how the batch is, in milliseconds. */
const pause = 2000;
/** However long the server asks for, so long and no longer. */
const longest = 60_000;

/**
 * A batch on the server, followed through its events. It begins with how it is now, so that a page that comes
 * later, or was away for a while, knows what it has missed.
 *
 * Dispatches `members` with those that have changed, `progress`, `done` exactly once and last, and `problem`.
 */
export class Batch extends EventTarget {
  members = [];
  bytes = 0;
  /** How it ended: `{ succeeded, failed, cancelled, timedOut }`; `null` while it has not. */
  done = null;
  /** Whether it was seen to run, so that its end is news. */
  wasSeenRunning;
  #feed;
  /** What events told before the first answer, which may be older than they are. */
  #early = [];
  #ending = new AbortController();
  #timer = undefined;
  /** Whether it has been told that the server does not answer. */
  #isTroubled = false;

  constructor(id, feed, { isNew }) {
    super();
    this.id = id;
    this.wasSeenRunning = isNew;
    this.#feed = feed;
  }

  /** Begins to follow. In which order events and answers come does not matter. */
  follow() {
    const { signal } = this.#ending;
    const listen = (name, act) => this.#feed.addEventListener(name, ({ detail }) => {
      if (detail.batch === this.id) act(detail);
    }, { signal });
    listen("photo", ({ members }) => this.#settle(members));
    listen("photos", ({ progress }) => this.#advance(progress));
    listen("photos-done", (summary) => this.#heardOfEnd(summary));
    this.#feed.addEventListener("missed", ({ detail: { topics } }) => {
      if (Array.isArray(topics) && topics.includes("photos")) this.refresh();
    }, { signal });
    this.#feed.addEventListener("status", () => this.refresh(), { signal });
    this.refresh();
  }

  /** Asks how it is. */
  async refresh() {
    const { signal } = this.#ending;
    clearTimeout(this.#timer);
    if (this.done || signal.aborted) return;
    try {
      const answer = await getJSON(this.#path, { signal });
      if (!Array.isArray(answer?.members)) throw new Problem("unreadable");
      this.#isTroubled = false;
      this.#take(answer);
      this.#askSoon();
    } catch (problem) {
      if (!signal.aborted) this.#fail(problem);
    }
  }

  /** Without the stream of events nobody tells of the end. */
  #askSoon() {
    if (this.done || this.#feed.status === "live") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), timeUntilQuestion());
  }

  /** While the stream of events is there nothing else would ask again: a batch that has ended would run for ever. */
  #fail(problem) {
    if (problem.isPassing) {
      clearTimeout(this.#timer);
      const wait = Math.max(problem.retryAt - performance.now(), pause);
      // What is longer than a timer can take is over at once.
      this.#timer = setTimeout(() => this.refresh(), Math.min(wait, longest));
      // An alert that is told with each try is spoken each time.
      if (this.#isTroubled) return;
      this.#isTroubled = true;
    }
    this.dispatchEvent(new CustomEvent("problem", { detail: problem }));
  }

  /** Cancels it on the server, whose events then tell of the end. Throws a `Problem`. */
  async cancel() {
    await remove(this.#path);
  }

  /** Follows it no longer. It runs on. */
  close() {
    this.#ending.abort();
  }

  count(status) {
    return this.members.filter((member) => member.status === status).length;
  }

  get #path() {
    return `api/photos/${encodeURIComponent(this.id)}`;
  }

  #take({ members, progress, done }) {
    if (this.done) return;
    if (!done) this.wasSeenRunning = true;
    if (this.members.length === 0) {
      this.members = members.map(({ index, url }) => ({ index, url, status: "waiting" }));
      this.dispatchEvent(new Event("known"));
    }
    this.#settle([...members.filter(({ status }) => status !== "waiting"), ...this.#early.splice(0)]);
    this.#advance(progress);
    if (done) this.#end(done);
  }

  #settle(members) {
    if (this.members.length === 0) return void this.#early.push(...members);
    const news = [];
    for (const member of members) {
      if (this.members[member.index]?.status !== "waiting") continue;
      this.members[member.index] = safe(member);
      news.push(this.members[member.index]);
    }
    if (news.length > 0) this.dispatchEvent(new CustomEvent("members", { detail: news }));
  }

  #advance({ bytes }) {
    if (this.done) return;
    this.bytes = Math.max(this.bytes, bytes);
    this.dispatchEvent(new Event("progress"));
  }

  /** A stream that could not keep up leaves events out: then the members that are missing have to be asked for. */
  #heardOfEnd(summary) {
    const { length } = this.members;
    const isWhole = length > 0 && length === summary.succeeded + summary.failed + summary.cancelled;
    if (isWhole && this.count("waiting") === 0) this.#end(summary);
    else this.refresh();
  }

  #end({ succeeded, failed, cancelled, timedOut }) {
    if (this.done) return;
    this.done = { succeeded, failed, cancelled, timedOut };
    this.#ending.abort();
    this.dispatchEvent(new Event("done"));
  }
}

/** A member whose picture, if it has one, is on this server. */
function safe({ index, url, status, error, image }) {
  const address = typeof image === "string" ? new URL(image, document.baseURI) : null;
  return { index, url, status, error, image: address?.origin === location.origin ? address.href : null };
}
