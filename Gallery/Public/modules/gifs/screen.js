import { formatNumber, localize, text } from "../i18n.js";
import { Controls } from "./controls.js";
import { Finder } from "./finder.js";
import { Headline } from "./headline.js";
import { Motion } from "./motion.js";
import { SearchNotice } from "./notice.js";
import { isTooLong, readQuery, writeQuery } from "./query.js";
import { Wall } from "./wall.js";

export const gifsScreen = {
  name: "gifs",
  label: "gifs",
  mount: (root, context) => new GifsScreen(root, context),
};

/** What was searched for last, for one who goes to another screen and comes back. */
let latest = null;

/** A search for animations, which move where they are found. What is searched for is in the address. */
class GifsScreen {
  #root;
  #context;
  #finder = new Finder(readQuery(location.search));
  #milliseconds = null;
  /** Whether the address's last change was the reader's typing. */
  #isTyping = false;
  #motion = new Motion();
  #headline = new Headline();
  #controls = new Controls();
  #notice = new SearchNotice((keyword) => this.#accept(keyword));
  #wall = new Wall();
  /** Below the hits, where more were asked for. */
  #moreNotice = new SearchNotice((keyword) => this.#accept(keyword));
  #ending = new AbortController();

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    const query = this.#finder.query.keyword || !latest ? this.#finder.query : latest;
    const parts = [this.#headline, this.#controls, this.#notice, this.#wall, this.#moreNotice];
    root.append(...parts.map((part) => part.element));
    this.#listen();
    this.#addShortcuts();
    this.#controls.show(query, this.#motion.isOn);
    history.replaceState(null, "", writeQuery(query));
    this.#begin(query);
  }

  #listen() {
    const { signal } = this.#ending;
    this.#finder.addEventListener("waiting", () => this.#wait());
    this.#finder.addEventListener("found", () => this.#show());
    this.#finder.addEventListener("more", ({ detail }) => this.#add(detail));
    this.#finder.addEventListener("problem", () => this.#clear());
    this.#finder.addEventListener("cleared", () => this.#clear());
    this.#controls.addEventListener("search", ({ detail }) => this.#searched(detail));
    this.#controls.addEventListener("change", ({ detail }) => this.#choose(detail));
    this.#controls.addEventListener("motion", ({ detail }) => this.#move(detail));
    this.#controls.addEventListener("descend", () => this.#wall.move(1));
    this.#wall.addEventListener("more", () => this.#finder.more());
    this.#motion.addEventListener("change", () => this.#moved());
    this.#context.loads.addEventListener("change", ({ detail }) => this.#follow(detail), { signal });
  }

  #addShortcuts() {
    const removals = [
      { keys: ["/"], label: "shortcutSearch", action: () => this.#controls.focus() },
      { keys: ["j"], label: "shortcutNext", action: () => this.#wall.move(1) },
      { keys: ["k"], label: "shortcutPrevious", action: () => this.#wall.move(-1) },
      { keys: ["←", "→", "↑", "↓"], label: "shortcutArrows" },
      { keys: ["Enter"], label: "shortcutOpen" },
      { keys: ["m"], label: "shortcutMotion", action: () => this.#move(!this.#motion.isOn) },
      { keys: ["r"], label: "shortcutSearchAgain", action: () => this.#begin(this.#finder.query) },
    ].map((entry) => this.#context.shortcuts.add(entry));
    this.#ending.signal.addEventListener("abort", () => removals.forEach((remove) => remove()));
  }

  // What the shell tells.

  localize() {
    localize(this.#controls.element);
    this.#controls.show(this.#finder.query, this.#motion.isOn);
    this.#wall.localize();
    this.#notice.localize();
    this.#moreNotice.localize();
    this.#render();
  }

  navigate() {
    const query = readQuery(location.search);
    const isSame = writeQuery(query) === writeQuery(this.#finder.query);
    this.#isTyping = false;
    this.#controls.settle();
    this.#controls.show(query, this.#motion.isOn);
    if (!isSame) this.#begin(query);
  }

  leave() {
    this.#finder.cancel();
  }

  resume() {
    if (this.#finder.waiting) this.#finder.again();
  }

  reconnect() {
    if (this.#finder.problem?.isPassing) this.#finder.again();
  }

  unmount() {
    this.leave();
    this.#controls.settle();
    this.#wall.clear();
    this.#notice.clear();
    this.#moreNotice.clear();
    this.#motion.end();
    this.#context.progress.end();
    this.#ending.abort();
  }

  // What the reader does.

  #searched({ keyword, isTyping }) {
    const { query, waiting, problem } = this.#finder;
    if (keyword !== query.keyword) return this.#choose({ keyword }, { isTyping });
    if (isTyping || waiting === "search") return;
    if (!problem) this.#wall.move(1);
    else if (performance.now() >= problem.retryAt) this.#finder.again();
  }

  /** A word that was offered, on a button that goes away with the panel it stands in. */
  #accept(keyword) {
    this.#root.focus({ preventScroll: true });
    this.#choose({ keyword });
    this.#controls.show(this.#finder.query, this.#motion.isOn);
  }

  /** A word that is typed is one step for the back button, however many searches it took. */
  #choose(fields, { isTyping = false } = {}) {
    const query = { ...this.#finder.query, ...fields };
    const change = this.#isTyping && isTyping ? "replaceState" : "pushState";
    this.#isTyping = isTyping;
    this.#begin(query);
    // Last, because a browser may refuse: Safari allows a hundred changes of the address in half a minute.
    history[change](null, "", writeQuery(query));
  }

  #begin(query) {
    latest = query;
    this.#milliseconds = null;
    this.#finder.begin(query);
  }

  /** The button of a notice goes away when pressed; the focus on it would fall back to the page's top. */
  #retry() {
    this.#root.focus({ preventScroll: true });
    this.#finder.again();
  }

  #move(isOn) {
    this.#motion.isOn = isOn;
    this.#context.announcer.say(text(isOn ? "gifsMotionOn" : "gifsMotionOff"));
  }

  #moved() {
    this.#wall.isOn = this.#motion.isOn;
    this.#controls.show(this.#finder.query, this.#motion.isOn);
  }

  // What becomes of the search.

  /** What was found before stays until there is something in its place, so that typing does not flicker. */
  #wait() {
    const { waiting, found, query } = this.#finder;
    this.#context.progress.begin("gifsProgress");
    if (waiting === "search") {
      this.#wall.stop();
      if (!found) this.#wall.showSkeletons();
      this.#context.announcer.say(text("gifsSearching", { keyword: query.keyword }));
    }
    this.#render();
  }

  #show() {
    const { hits, found } = this.#finder.found;
    this.#context.progress.end();
    this.#wall.show(hits, this.#motion.isOn);
    this.#render();
    this.#context.announcer.say(text("gifsFound", { count: formatNumber(found ?? hits.length) }));
  }

  #add(hits) {
    this.#context.progress.end();
    this.#wall.add(hits, this.#motion.isOn);
    this.#render();
    this.#context.announcer.say(place(this.#finder.found));
  }

  #clear() {
    this.#context.progress.end();
    if (!this.#finder.found) this.#wall.clear();
    this.#render();
  }

  /** Follows the server's account of this search: how long it took. */
  #follow(load) {
    if (load?.load !== this.#finder.loadName || load.state !== "succeeded") return;
    this.#milliseconds = load.milliseconds;
    this.#render();
  }

  #render() {
    const { query: { keyword }, waiting, problem } = this.#finder;
    const found = waiting === "search" ? null : this.#finder.found;
    this.#headline.show(keyword, found, this.#milliseconds);
    this.#wall.label = text("gifsHits", { keyword });
    this.#wall.busy = waiting === "search";
    this.#wall.foot = found?.hits.length > 0
      ? { place: place(found), more: found.next !== null && !problem, waiting: waiting === "more" }
      : null;
    this.#say(found);
  }

  #say(found) {
    const { query: { keyword }, problem, failed } = this.#finder;
    const retry = () => this.#retry();
    if (failed === "search") this.#notice.showProblem(problem, retry);
    else if (!keyword) this.#notice.showInvitation();
    else if (isTooLong(keyword)) this.#notice.showTooLong();
    else if (found?.hits.length === 0) this.#notice.showNothing(keyword);
    else this.#notice.clear();
    if (failed === "more") this.#moreNotice.showProblem(problem, retry);
    else this.#moreNotice.clear();
  }
}

/** How far the hits go that are here. */
function place({ hits, found }) {
  const count = formatNumber(hits.length);
  return found === null ? text("gifsHere", { count }) : text("gifsPlace", { count, found: formatNumber(found) });
}
