import { element } from "../dom.js";
import { formatNumber, localize, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { styleName } from "../styles.js";
import { Controls } from "./controls.js";
import { ArticleList } from "./list.js";
import { filters, readQuery, writeQuery } from "./query.js";
import { Wall } from "./wall.js";

export const coversScreen = {
  name: "covers",
  label: "covers",
  mount: (root, context) => new CoversScreen(root, context),
};

const page = "M4 2.5h12v15H4zM4 11l3.5-3 3.5 3.5 2-1.5 3 2.5";
/** The address follows the reader at this pace, in milliseconds: browsers allow so many changes of it. */
const pace = 600;

/** Where the reader was last, for one who goes to another screen and comes back. */
let latest = null;

/** An endless wall of covers, of which only what is in sight is worked on. Where the reader is is in the address. */
class CoversScreen {
  #root;
  #context;
  #query;
  #list;
  #wall;
  #facts = element("p", { class: "headline-facts" });
  #controls = new Controls();
  #notice = new Notice(page, { failed: "coversErrorTitle", offline: "coversOfflineDetail" });
  #timer = undefined;
  /** What was chosen last, while covers in sight are still to come since then. */
  #chosen = null;
  #ending = new AbortController();
  /** The browser's own memory of places does not know that the page grows. */
  #restoration = history.scrollRestoration;

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    const query = readQuery(location.search);
    const isPlain = writeQuery(query) === writeQuery(readQuery(""));
    this.#query = isPlain && latest ? latest : query;
    history.scrollRestoration = "manual";
    this.#list = new ArticleList(this.#query);
    this.#wall = new Wall(this.#list, this.#query.at, this.#controls.element, this.#notice.element);
    root.append(
      element("header", { class: "headline" },
        element("h1", {},
          element("span", { class: "headline-kind", "data-text": "covers" }), " ",
          element("span", { class: "headline-country", "data-text": "coversEndless" })),
        this.#facts),
      this.#controls.element, this.#notice.element, this.#wall.element);
    this.#listen();
    this.#addShortcuts();
    history.replaceState(null, "", writeQuery(this.#query));
    this.localize();
  }

  #listen() {
    this.#list.addEventListener("page", () => this.#arrived());
    this.#list.addEventListener("problem", () => this.#render());
    this.#wall.addEventListener("range", ({ detail }) => this.#list.want(detail.first, detail.end));
    this.#wall.addEventListener("place", () => this.#moved());
    this.#wall.addEventListener("change", () => this.#changed());
    this.#controls.addEventListener("change", ({ detail }) => this.#choose(detail));
    this.#controls.addEventListener("top", () => this.#toTop());
  }

  #addShortcuts() {
    const removals = [
      { keys: ["f"], label: "shortcutCoversFilter", action: () => this.#chooseNext() },
      { keys: ["j"], label: "shortcutNext", action: () => this.#wall.move(1) },
      { keys: ["k"], label: "shortcutPrevious", action: () => this.#wall.move(-1) },
      { keys: ["←", "→", "↑", "↓"], label: "shortcutArrows" },
      { keys: ["Enter"], label: "shortcutCoverOpen" },
      { keys: ["t"], label: "shortcutCoversTop", action: () => this.#toTop() },
    ].map((entry) => this.#context.shortcuts.add(entry));
    this.#ending.signal.addEventListener("abort", () => removals.forEach((remove) => remove()));
  }

  // What the shell tells.

  localize() {
    localize(this.#root);
    this.#notice.localize();
    this.#wall.localize();
    this.#controls.localize(this.#query);
    this.#render();
  }

  navigate() {
    const query = readQuery(location.search);
    if (writeQuery(query) === writeQuery(this.#query)) return;
    const isOther = query.filter !== this.#query.filter || query.style !== this.#query.style;
    const isElsewhere = query.at !== this.#query.at;
    this.#query = query;
    if (isOther) this.#list.look = query;
    if (isElsewhere) this.#wall.goTo(query.at);
    this.#render();
  }

  leave() {
    this.#remember();
    this.#list.stop();
    this.#wall.stop();
  }

  resume() {
    this.#wall.refresh();
  }

  reconnect() {
    if (this.#list.problem?.isPassing) this.#list.again();
    this.#wall.again();
    this.#render();
  }

  unmount() {
    this.#remember();
    this.#list.stop();
    this.#wall.end();
    this.#notice.clear();
    this.#context.progress.end();
    this.#ending.abort();
    history.scrollRestoration = this.#restoration;
  }

  // What the reader does.

  #moved() {
    this.#query = { ...this.#query, at: this.#wall.at };
    this.#timer ??= setTimeout(() => this.#remember(), pace);
    this.#render();
  }

  /** The place is written down, but is no step for the back button. */
  #remember(query = this.#query) {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    latest = this.#query;
    if (new URLSearchParams(location.search).get("screen") !== "covers") return;
    history.replaceState(null, "", writeQuery(query));
  }

  #choose(fields) {
    if (Object.keys(fields).every((name) => fields[name] === this.#query[name])) return;
    const before = this.#query;
    this.#query = { ...this.#query, ...fields };
    this.#list.look = this.#query;
    this.#chosen = fields;
    this.#wall.refresh();
    this.#context.announcer.say(text("coversFilterChosen", { filter: this.#nameOf(fields) }));
    this.#render();
    // Last, because a browser may refuse: Safari allows a hundred changes of the address in half a minute.
    this.#remember(before);
    history.pushState(null, "", writeQuery(this.#query));
  }

  #nameOf({ filter, style }) {
    if (filter) return text(`coversFilter_${filter}`);
    return style ? styleName(style) : text("styleDefault");
  }

  #chooseNext() {
    this.#choose({ filter: filters[(filters.indexOf(this.#query.filter) + 1) % filters.length] });
  }

  #toTop() {
    this.#root.focus({ preventScroll: true });
    this.#wall.goTo(0);
  }

  /** The button of a notice goes away when pressed; the focus on it would fall back to the page's top. */
  #retry() {
    this.#root.focus({ preventScroll: true });
    this.#list.again();
    this.#render();
  }

  // What becomes of the list.

  #changed() {
    this.#renderFacts();
    if (!this.#chosen || this.#wall.toCome > 0) return;
    this.#context.announcer.say(text("coversFilterHere", { filter: this.#nameOf(this.#chosen) }));
    this.#chosen = null;
  }

  #arrived() {
    this.#wall.refresh();
    this.#render();
  }

  #render() {
    const { problem } = this.#list;
    this.#controls.show(this.#query);
    this.#wall.label = text("coversWall");
    document.documentElement.dataset.covers = this.#query.filter;
    this.#renderFacts();
    if (problem) this.#notice.showProblem(problem, () => this.#retry());
    else this.#notice.clear();
  }

  #renderFacts() {
    const { account: { shown, givenUp }, toCome } = this.#wall;
    const parts = [text("coversPromise")];
    if (toCome > 0) parts.push(text("coversToCome", { count: formatNumber(toCome) }));
    if (shown > 0) parts.push(text("coversShown", { count: formatNumber(shown) }));
    if (givenUp > 0) parts.push(text("coversGivenUp", { count: formatNumber(givenUp) }));
    this.#facts.replaceChildren(...parts.map((part) => element("span", {}, part)));
  }
}
