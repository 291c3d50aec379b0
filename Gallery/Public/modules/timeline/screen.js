import { element } from "../dom.js";
import { formatNumber, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { measureRows, rowHeight, rulerHeight, TimelineCanvas } from "./canvas.js";
import { Comparison } from "./comparison.js";
import { Controls } from "./controls.js";
import { RunDetails } from "./details.js";
import { everything, rowsOf } from "./filter.js";
import { makeLegend } from "./legend.js";
import { LiveTimeline } from "./live.js";
import { Pointer } from "./pointer.js";
import { TimelineStore } from "./store.js";
import { RunTable } from "./table.js";
import { View } from "./view.js";

export const timelineScreen = {
  name: "timeline",
  label: "timeline",
  mount: (root, context) => new TimelineScreen(root, context),
};

const drawing = "M3 5h8M6 10h9M9 15h8";

/** Everything that the server has in flight, as it happens: the runs as a tree of names, and beside each its time as a bar. */
class TimelineScreen {
  #root;
  #context;
  #state = element("span", { class: "headline-country" });
  #facts = element("p", { class: "headline-facts" });
  #controls = new Controls();
  #comparison = new Comparison();
  #notice = new Notice(drawing, { failed: "timelineErrorTitle", offline: "timelineOfflineDetail" });
  /** What has gone wrong with a comparison. */
  #failure = new Notice(drawing, { failed: "timelineCompareErrorTitle", offline: "timelineOfflineDetail" });
  #table = new RunTable();
  #canvas = new TimelineCanvas();
  /** Said where there is no row. */
  #nothing = element("p", { class: "timeline-nothing", role: "status" });
  #space = element("div", { class: "timeline-space" });
  #stage = element("div", { class: "timeline-stage" },
    element("div", { class: "timeline-names" }, this.#table.element, this.#nothing), this.#canvas.element);
  #scroller = element("div", { class: "timeline", "data-label": "timelineRuns", role: "region" }, this.#stage, this.#space);
  #details = new RunDetails();
  #store = new TimelineStore();
  #live = new LiveTimeline(this.#store);
  #view = new View();
  #pointer = new Pointer(this.#canvas.element, this.#view);
  #query = { ...everything };
  #rows = [];
  /** What the rows were made of. */
  #rowsVersion = -1;
  #selected = null;
  /** Whether the newest rows are kept in sight. */
  #isAtEnd = true;
  #frame = 0;
  #ending = new AbortController();
  #keys = [];

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    this.#canvas.element.className = "timeline-canvas";
    this.#canvas.element.setAttribute("aria-hidden", "true");
    root.append(
      element("header", { class: "headline" }, element("h1", {},
        element("span", { class: "headline-kind", "data-text": "timeline" }), " ", this.#state), this.#facts),
      this.#controls.element, this.#comparison.element, this.#failure.element, this.#notice.element,
      this.#scroller, makeLegend(), this.#details.element);
    this.#listen();
    this.localize();
    this.#live.start();
    this.#canvas.recolour();
    this.#tick();
  }

  // What the shell tells.

  localize() {
    this.#controls.show(this.#query);
    this.#comparison.localize();
    this.#notice.localize();
    this.#failure.localize();
    this.#rowsVersion = -1;
  }

  navigate() {}

  leave() {
    this.#live.stop();
  }

  resume() {
    this.#live.start();
  }

  reconnect() {
    this.#notice.clear();
    this.#live.read();
    this.#comparison.reconnect();
  }

  unmount() {
    for (const forget of this.#keys) forget();
    cancelAnimationFrame(this.#frame);
    this.#ending.abort();
    this.#comparison.close();
    this.#live.close();
    this.#notice.clear();
    this.#failure.clear();
  }

  // What happens.

  #listen() {
    const { signal } = this.#ending;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    on(this.#live, "change", () => this.#notice.clear());
    on(this.#live, "another", () => this.#select(null));
    on(this.#live, "problem", ({ detail }) => this.#notice.showProblem(detail, () => {
      this.#root.focus({ preventScroll: true });
      this.#live.read();
    }));
    on(this.#controls, "change", ({ detail }) => this.#ask(detail));
    on(this.#controls, "zoom", ({ detail }) => this.#view.zoom(detail, this.#view.width / 2));
    on(this.#controls, "pan", ({ detail }) => this.#pan(detail));
    on(this.#controls, "pause", () => this.#pause());
    on(this.#controls, "follow", () => this.#follow());
    on(this.#controls, "whole", () => this.#showWhole());
    on(this.#controls, "compare", () => this.#toggleComparison());
    on(this.#comparison, "begin", ({ detail }) => {
      // Both are to be seen, whatever was looked for before.
      this.#goOn();
      this.#failure.clear();
      this.#ask({ ...everything, loads: detail });
      this.#controls.show(this.#query);
      this.#view.fit(0, 1e6);
    });
    on(this.#comparison, "end", ({ detail }) => this.#context.announcer.say(detail));
    on(this.#comparison, "problem", ({ detail }) => this.#failure.showProblem(detail, () => {
      this.#comparison.element.querySelector("button").focus();
      this.#comparison.begin();
    }));
    on(this.#table, "select", ({ detail }) => {
      this.#select(detail === this.#selected ? null : detail);
      this.#reach();
    });
    on(this.#table, "step", ({ detail }) => this.#step(detail));
    // What is being read does not run away.
    on(this.#table, "reached", () => (this.#isAtEnd = false));
    on(this.#table, "empty", () => this.#controls.focusSearch());
    on(this.#details, "go", ({ detail }) => this.#select(detail, { reveals: true }));
    on(this.#details, "close", () => this.#close());
    on(this.#scroller, "scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
      this.#isAtEnd = scrollTop + clientHeight >= scrollHeight - rowHeight;
    });
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.#canvas.recolour());
    on(this.#pointer, "pick", ({ detail }) => this.#select(this.#runAt(detail)));
    signal.addEventListener("abort", () => this.#pointer.close());
    this.#keys = [
      { keys: ["/"], label: "shortcutSearch", action: () => this.#controls.focusSearch() },
      { keys: ["p"], label: "timelinePause", action: () => this.#pause() },
      { keys: ["f"], label: "timelineFollow", action: () => this.#follow() },
      { keys: ["w"], label: "timelineWhole", action: () => this.#showWhole() },
      { keys: [","], label: "timelineEarlier", action: () => this.#pan(-1) },
      { keys: ["."], label: "timelineLater", action: () => this.#pan(1) },
      { keys: ["+", "="], label: "timelineCloser", action: () => this.#view.zoom(1 / 1.6, this.#view.width / 2) },
      { keys: ["-"], label: "timelineWider", action: () => this.#view.zoom(1.6, this.#view.width / 2) },
    ].map((entry) => this.#context.shortcuts.add(entry));
    const watcher = new MutationObserver(() => this.#canvas.recolour());
    watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  #ask(fields) {
    this.#query = { ...this.#query, ...fields };
    this.#rowsVersion = -1;
    this.#isAtEnd = true;
  }

  #pause() {
    if (this.#view.pausedAt !== null) return this.#goOn();
    this.#view.pause(this.#live.now);
    this.#live.hold();
  }

  #goOn() {
    this.#view.goOn();
    this.#live.goOn();
  }

  #follow() {
    this.#view.isFollowing = !this.#view.isFollowing;
    if (this.#view.isFollowing) {
      this.#goOn();
      this.#isAtEnd = true;
    }
  }

  /** Goes by a third of what is to be seen, back or on. */
  #pan(direction) {
    this.#view.pan(direction * this.#view.width / 3);
  }

  /** Shows all that is in the list, from the first beginning to the last end. */
  #showWhole() {
    const zero = this.#zero;
    let [from, to] = [Infinity, -Infinity];
    for (const node of this.#rows) {
      const origin = zero ? zero(node) : 0;
      from = Math.min(from, node.run.made - origin);
      to = Math.max(to, (node.run.ended ?? this.#now) - origin);
    }
    if (to > from) this.#view.fit(from, to);
  }

  #toggleComparison() {
    const isComparing = this.#comparison.element.hidden;
    this.#comparison.element.hidden = !isComparing;
    if (isComparing) return this.#comparison.element.querySelector("select").focus();
    this.#comparison.close();
    this.#failure.clear();
    this.#ask({ loads: null });
    this.#view.isFollowing = true;
  }

  #select(id, { reveals = false } = {}) {
    this.#selected = id ?? null;
    if (!reveals || id === null) return;
    this.#isAtEnd = false;
    this.#reveal(this.#rows.findIndex(({ run }) => run.id === id));
    this.#reach();
  }

  /** Brings the bar of the chosen run onto the canvas. */
  #reach() {
    const node = this.#store.find(this.#selected);
    if (!node) return;
    const origin = this.#zero?.(node) ?? 0;
    this.#view.reach(node.run.made - origin, (node.run.ended ?? this.#now) - origin);
  }

  /** The focus goes back to where the details were opened, wherever that has gone to. */
  #close() {
    const id = this.#selected;
    const index = this.#rows.findIndex(({ run }) => run.id === id);
    this.#select(null);
    if (index < 0) return this.#controls.focusSearch();
    this.#isAtEnd = false;
    this.#reveal(index);
    this.#render();
    this.#table.focus(id);
  }

  #step({ from, by }) {
    const index = this.#rows.findIndex(({ run }) => run.id === from);
    const next = Math.min(Math.max(index + by, 0), this.#rows.length - 1);
    if (index < 0) return;
    this.#reveal(next);
    this.#isAtEnd = false;
    this.#selected = this.#rows[next].run.id;
    this.#reach();
    this.#render();
    this.#table.focus(this.#selected);
  }

  #reveal(index) {
    if (index < 0) return;
    const top = index * rowHeight;
    const room = this.#scroller.clientHeight - rulerHeight - rowHeight;
    if (top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    else if (top > this.#scroller.scrollTop + room) this.#scroller.scrollTop = top - room;
  }

  /** The run of the row that is drawn so far below the canvas' upper edge. */
  #runAt(offset) {
    const row = Math.floor((offset - rulerHeight + this.#scroller.scrollTop) / rowHeight);
    return offset > rulerHeight ? this.#rows[row]?.run.id ?? null : null;
  }

  // What is shown: once a frame, however much has happened.

  get #now() {
    return this.#view.pausedAt ?? this.#live.now;
  }

  /** Where two loads are compared, each family begins at the left. */
  get #zero() {
    return this.#query.loads ? ({ root }) => root.run.made : null;
  }

  /** Whether a comparison goes on, which is seen whole for as long as nobody looks at a part of it, or holds it. */
  get #isGrowing() {
    const isOpen = this.#rows.some(({ run }) => run.outcome === undefined);
    return this.#view.pausedAt === null && isOpen && this.#view.isFitted;
  }

  #tick() {
    this.#frame = requestAnimationFrame(() => {
      this.#render();
      this.#tick();
    });
  }

  #render() {
    measureRows();
    if (this.#view.pausedAt === null || this.#rowsVersion < 0) this.#arrange();
    const { clientWidth, clientHeight } = this.#canvas.element;
    this.#canvas.resize(clientWidth, clientHeight);
    this.#view.width = Math.max(clientWidth, 1);
    if (!this.#zero) this.#view.advance(this.#live.now);
    else if (this.#isGrowing) this.#showWhole();
    const height = this.#rows.length * rowHeight + rulerHeight;
    this.#space.style.height = `${Math.max(height - this.#scroller.clientHeight, 0)}px`;
    if (this.#isAtEnd) this.#scroller.scrollTop = height;
    const { scrollTop } = this.#scroller;
    const first = Math.floor(scrollTop / rowHeight);
    const scene = {
      rows: this.#rows, first, offset: scrollTop - first * rowHeight, view: this.#view, now: this.#now,
      selected: this.#selected, zero: this.#zero, total: this.#rows.length,
      count: Math.ceil(clientHeight / rowHeight) + 1,
    };
    this.#canvas.draw(scene);
    this.#table.show(scene);
    const node = this.#store.find(this.#selected);
    // The run has been forgotten, and so has what is said of it.
    if (!node && this.#details.hasFocus) this.#controls.focusSearch();
    this.#details.show(node, this.#store, this.#now);
    this.#tellState();
  }

  #arrange() {
    if (this.#rowsVersion === this.#store.version) return;
    this.#rowsVersion = this.#store.version;
    this.#rows = rowsOf(this.#store.roots, this.#query);
    const counts = { count: formatNumber(this.#store.inFlightCount), shown: formatNumber(this.#rows.length) };
    put(this.#facts, text("timelineFacts", { ...counts, total: formatNumber(this.#store.size) }));
    this.#table.element.hidden = this.#rows.length === 0;
    const isSaid = this.#live.isRead && this.#rows.length === 0;
    put(this.#nothing, isSaid ? text(this.#store.size > 0 ? "timelineNothing" : "timelineEmpty") : "");
  }

  #tellState() {
    const isPaused = this.#view.pausedAt !== null;
    const word = isPaused ? "timelinePaused" : this.#live.isLive ? "timelineLive" : "timelineStill";
    put(this.#state, text(word));
    const isComparing = !this.#comparison.element.hidden;
    this.#controls.showView({ isPaused, isFollowing: this.#view.isFollowing, isComparing });
  }
}

function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}
