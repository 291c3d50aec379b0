import { getJSON, postJSON } from "../api.js";
import { element } from "../dom.js";
import { timeUntilQuestion } from "../events.js";
import { formatNumber, localize, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { Clock } from "./clock.js";
import { ModelsForm } from "./form.js";
import { Library } from "./library.js";
import { States } from "./states.js";

export const modelsScreen = {
  name: "models",
  label: "models",
  mount: (root, context) => new ModelsScreen(root, context),
};

const drawing = "M4 5h5v11H4zM11 5h3v11h-3M15.5 5.5l2 10";

/** A clock that ticks while it is watched, and a library of articles that are loaded and kept. */
class ModelsScreen {
  #context;
  #state = element("span", { class: "headline-country" });
  #clock = new Clock();
  #form = new ModelsForm();
  #states = new States();
  #notice = new Notice(drawing, { failed: "modelsErrorTitle", offline: "modelsOfflineDetail" });
  #library = new Library();
  /** Why the library was not here when it was asked for last. */
  #problem = null;
  #ending = new AbortController();
  #timer = undefined;
  #asking = undefined;
  /** How many orders are on their way. */
  #orders = 0;

  constructor(root, context) {
    this.#context = context;
    root.append(
      element("header", { class: "headline" }, element("h1", {},
        element("span", { class: "headline-kind", "data-text": "models" }), " ", this.#state)),
      element("div", { class: "models-top" }, this.#clock.element,
        element("div", { class: "models-loads" }, this.#form.element, this.#states.element)),
      this.#notice.element, this.#library.element);
    this.#listen();
    this.#render();
    this.#clock.watch();
    this.#library.refresh();
    this.#ask();
  }

  // What the shell tells.

  localize() {
    for (const part of [this.#clock, this.#form, this.#states, this.#notice, this.#library]) part.localize();
    this.#render();
  }

  navigate() {}

  leave() {
    this.#clock.leave();
  }

  resume() {
    this.#clock.watch();
    this.#library.refresh({ anew: true });
  }

  reconnect() {
    this.#library.refresh({ anew: true });
    this.#ask();
  }

  unmount() {
    clearTimeout(this.#timer);
    clearTimeout(this.#asking);
    this.#ending.abort();
    this.#clock.close();
    this.#form.close();
    this.#library.close();
    this.#notice.clear();
  }

  // What happens.

  #listen() {
    const { signal } = this.#ending;
    const { feed, announcer } = this.#context;
    const hear = (name, act) => feed.addEventListener(name, ({ detail }) => act(detail), { signal });
    hear("model", (change) => this.#changed(change));
    hear("library", ({ deleted }) => {
      // Of what is on a page that is not here only the server knows whether it was one of those that are counted.
      if (deleted !== undefined && !this.#library.forget(deleted) && this.#library.hasMore) this.#refreshSoon();
    });
    // What is told of the loads comes no more, or has not come.
    feed.addEventListener("status", () => this.#askSoon(), { signal });
    this.#clock.addEventListener("change", () => this.#render());
    this.#form.addEventListener("load", ({ detail }) => this.#load(detail));
    this.#form.addEventListener("filled", ({ detail }) =>
      announcer.say(text("modelsSampleFilled", { count: formatNumber(detail) })));
    this.#library.addEventListener("problem", ({ detail }) => {
      this.#problem = detail;
      this.#notice.showProblem(detail, () => this.#library.refresh());
    });
    // Not what is said of a load: the library may be slower to come than that is to fail.
    this.#library.addEventListener("here", () => this.#notice.clear(this.#problem));
    this.#library.addEventListener("deleted", ({ detail }) =>
      announcer.say(text("libraryDeleted", { title: detail })));
  }

  async #load({ urls, style }) {
    this.#notice.clear();
    this.#states.begin(urls);
    const { turn } = this.#states;
    this.#orders += 1;
    try {
      const path = style ? `api/models?${new URLSearchParams({ style })}` : "api/models";
      // Without a signal: one who goes to another screen has given the order all the same.
      await postJSON(path, { urls });
      this.#form.clear(urls);
    } catch (problem) {
      if (this.#ending.signal.aborted) return this.#context.announcer.say(problem.detail ?? text("unreachableTitle"));
      if (turn === this.#states.turn) this.#states.begin([]);
      this.#notice.showProblem(problem, () => this.#load({ urls, style }));
    } finally {
      this.#orders -= 1;
      this.#askSoon();
    }
  }

  #changed(change) {
    const isLast = this.#states.apply(change);
    if (change.state === "loaded") this.#refreshSoon();
    if (!isLast) return;
    const [loaded, failed] = ["loaded", "failed"].map((state) => this.#states.count(state));
    const [count, values] = [formatNumber(loaded), { loaded: formatNumber(loaded), failed: formatNumber(failed) }];
    this.#context.announcer.say(failed > 0 ? text("modelsSomeLoaded", values) : text("modelsAllLoaded", { count }));
  }

  /** A hundred that come at once are one look at the library. */
  #refreshSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#library.refresh(), 150);
  }

  /**
   * Whether there are samples, and what the server is loading. The rest has ended unheard, or was forgotten by a server that
   * was started again; but of what was ordered meanwhile the answer cannot know.
   */
  async #ask() {
    const [{ turn }, orders] = [this.#states, this.#orders];
    try {
      const { samples, loading } = await getJSON("api/models", { signal: this.#ending.signal });
      this.#form.hasSamples = samples === true;
      if (orders > 0 || turn !== this.#states.turn || this.#states.isSettled) return;
      // Asked for afterwards, so that it has what has come by now.
      await this.#library.refresh();
      if (turn === this.#states.turn) this.#states.keep(new Set(loading), (url) => this.#library.numberOf(url));
    } catch {
      // Without an answer it works as well.
    } finally {
      this.#askSoon();
    }
  }

  /** Without the stream of events nobody tells how the loads go. */
  #askSoon() {
    clearTimeout(this.#asking);
    if (this.#ending.signal.aborted || this.#states.isSettled || this.#context.feed.status === "live") return;
    this.#asking = setTimeout(() => this.#ask(), timeUntilQuestion());
  }

  #render() {
    this.#state.textContent = text(this.#clock.isTicking ? "modelsWatching" : "modelsStill");
    localize(this.#clock.element);
  }
}
