import { element } from "../dom.js";
import { formatNumber, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { rowHeight, rulerHeight, TimelineCanvas } from "./canvas.js";
import { Comparison } from "./comparison.js";
import { Controls } from "./controls.js";
import { RunDetails } from "./details.js";
import { everything, rowsOf } from "./filter.js";
import { LiveTimeline } from "./live.js";
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
  #context;
  #state = element("span", { class: "headline-country" });
  #facts = element("p", { class: "headline-facts" });
  #controls = new Controls();
  #comparison = new Comparison();
  #notice = new Notice(drawing, { failed: "timelineErrorTitle", offline: "timelineOfflineDetail" });
  #table = new RunTable();
  #canvas = new TimelineCanvas();
  #space = element("div", { class: "timeline-space" });
  #stage = element("div", { class: "timeline-stage" },
    element("div", { class: "timeline-names" }, this.#table.element), this.#canvas.element);
  #scroller = element("div", { class: "timeline", "data-label": "timelineRuns", role: "region" }, this.#stage, this.#space);
  #details = new RunDetails();
  #store = new TimelineStore();
  #live = new LiveTimeline(this.#store);
  #view = new View();
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
    this.#context = context;
    this.#canvas.element.className = "timeline-canvas";
    this.#canvas.element.setAttribute("aria-hidden", "true");
    root.append(
      element("header", { class: "headline" }, element("h1", {},
        element("span", { class: "headline-kind", "data-text": "timeline" }), " ", this.#state), this.#facts),
      this.#controls.element, this.#comparison.element, this.#notice.element, this.#scroller, this.#details.element);
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
  }

  unmount() {
    for (const forget of this.#keys) forget();
    cancelAnimationFrame(this.#frame);
    this.#ending.abort();
    this.#comparison.close();
    this.#live.close();
    this.#notice.clear();
  }

  // What happens.

  #listen() {
    const { signal } = this.#ending;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    on(this.#live, "change", () => this.#notice.clear());
    on(this.#live, "problem", ({ detail }) => this.#notice.showProblem(detail, () => this.#live.read()));
    on(this.#controls, "change", ({ detail }) => this.#ask(detail));
    on(this.#controls, "zoom", ({ detail }) => this.#view.zoom(detail, this.#view.width / 2));
    on(this.#controls, "pause", () => this.#pause());
    on(this.#controls, "follow", () => this.#follow());
    on(this.#controls, "whole", () => this.#showWhole());
    on(this.#controls, "compare", () => this.#toggleComparison());
    on(this.#comparison, "begin", ({ detail }) => this.#ask({ loads: detail }));
    on(this.#comparison, "end", ({ detail }) => {
      this.#context.announcer.say(detail);
      // What is told of the ends comes a moment later.
      setTimeout(() => this.#showWhole(), 300);
    });
    on(this.#comparison, "problem", ({ detail }) => this.#notice.showProblem(detail, () => this.#notice.clear()));
    on(this.#table, "select", ({ detail }) => this.#select(detail === this.#selected ? null : detail));
    on(this.#table, "step", ({ detail }) => this.#step(detail));
    on(this.#details, "go", ({ detail }) => this.#select(detail, { reveals: true }));
    on(this.#details, "close", () => this.#close());
    on(this.#scroller, "scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.#scroller;
      this.#isAtEnd = scrollTop + clientHeight >= scrollHeight - rowHeight;
    });
    on(matchMedia("(prefers-color-scheme: dark)"), "change", () => this.#canvas.recolour());
    this.#listenToPointer(on);
    this.#keys = [
      { keys: ["/"], label: "shortcutSearch", action: () => this.#controls.focusSearch() },
      { keys: ["p"], label: "timelinePause", action: () => this.#pause() },
      { keys: ["f"], label: "timelineFollow", action: () => this.#follow() },
      { keys: ["w"], label: "timelineWhole", action: () => this.#showWhole() },
      { keys: ["+", "="], label: "timelineCloser", action: () => this.#view.zoom(1 / 1.6, this.#view.width / 2) },
      { keys: ["-"], label: "timelineWider", action: () => this.#view.zoom(1.6, this.#view.width / 2) },
    ].map((entry) => this.#context.shortcuts.add(entry));
    const watcher = new MutationObserver(() => this.#canvas.recolour());
    watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  /** A drag moves the view, and so does a wheel across; with Control or Command a wheel zooms, as maps do. */
  #listenToPointer(on) {
    const canvas = this.#canvas.element;
    let last = null;
    let moved = 0;
    on(canvas, "pointerdown", (event) => {
      [last, moved] = [event.clientX, 0];
      canvas.setPointerCapture(event.pointerId);
    });
    on(canvas, "pointermove", (event) => {
      if (last === null) return;
      moved += Math.abs(event.clientX - last);
      if (moved > 3) this.#view.pan(last - event.clientX);
      last = event.clientX;
    });
    on(canvas, "pointercancel", () => (last = null));
    on(canvas, "pointerup", (event) => {
      last = null;
      if (moved <= 3) this.#select(this.#runAt(event));
    });
    canvas.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        this.#view.zoom(1.002 ** event.deltaY, event.offsetX);
      } else if (event.deltaX !== 0) {
        event.preventDefault();
        this.#view.pan(event.deltaX);
      }
    }, { signal: this.#ending.signal, passive: false });
  }

  #ask(fields) {
    this.#query = { ...this.#query, ...fields };
    this.#rowsVersion = -1;
    this.#isAtEnd = true;
  }

  #pause() {
    if (this.#view.pausedAt === null) this.#view.pause(this.#live.now);
    else this.#view.goOn();
  }

  #follow() {
    this.#view.isFollowing = !this.#view.isFollowing;
    if (this.#view.isFollowing) {
      this.#view.goOn();
      this.#isAtEnd = true;
    }
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
    this.#ask({ loads: null });
    this.#view.isFollowing = true;
  }

  #select(id, { reveals = false } = {}) {
    this.#selected = id ?? null;
    if (reveals && id !== null) this.#reveal(this.#rows.findIndex(({ run }) => run.id === id));
  }

  #close() {
    const id = this.#selected;
    this.#select(null);
    this.#table.focus(id);
  }

  #step({ from, by }) {
    const index = this.#rows.findIndex(({ run }) => run.id === from);
    const next = Math.min(Math.max(index + by, 0), this.#rows.length - 1);
    if (index < 0) return;
    this.#reveal(next);
    this.#isAtEnd = false;
    this.#selected = this.#rows[next].run.id;
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

  #runAt(event) {
    const row = Math.floor((event.offsetY - rulerHeight + this.#scroller.scrollTop) / rowHeight);
    return event.offsetY > rulerHeight ? this.#rows[row]?.run.id ?? null : null;
  }

  // What is shown: once a frame, however much has happened.

  get #now() {
    return this.#view.pausedAt ?? this.#live.now;
  }

  /** Where two loads are compared, each family begins at the left. */
  get #zero() {
    return this.#query.loads ? ({ root }) => root.run.made : null;
  }

  #tick() {
    this.#frame = requestAnimationFrame(() => {
      this.#render();
      this.#tick();
    });
  }

  #render() {
    if (this.#view.pausedAt === null || this.#rowsVersion < 0) this.#arrange();
    const { clientWidth, clientHeight } = this.#canvas.element;
    this.#canvas.resize(clientWidth, clientHeight);
    this.#view.width = Math.max(clientWidth, 1);
    if (!this.#zero) this.#view.advance(this.#live.now);
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
    this.#details.show(this.#store.find(this.#selected), this.#store, this.#now);
    this.#tellState();
  }

  #arrange() {
    if (this.#rowsVersion === this.#store.version) return;
    this.#rowsVersion = this.#store.version;
    this.#rows = rowsOf(this.#store.roots, this.#query);
    const counts = { count: formatNumber(this.#store.inFlightCount), shown: formatNumber(this.#rows.length) };
    put(this.#facts, text("timelineFacts", { ...counts, total: formatNumber(this.#store.size) }));
    this.#table.element.hidden = this.#rows.length === 0;
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
