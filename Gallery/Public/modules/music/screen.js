import { formatNumber, localize, regionName, text } from "../i18n.js";
import { remember } from "../preferences.js";
import { Chart } from "./chart.js";
import { Controls } from "./controls.js";
import { Headline } from "./headline.js";
import { ChartLoader } from "./loader.js";
import { ChartNotice } from "./notice.js";
import { readQuery, sameChart, writeQuery } from "./query.js";

export const musicScreen = {
  name: "music",
  label: "music",
  mount: (root, context) => new MusicScreen(root, context),
};

/** The chart of a country's music. Its state is in the address, so a link shows what its sender saw. */
class MusicScreen {
  #root;
  #context;
  #query = readQuery(location.search);
  #loaded = null;
  #problem = null;
  #loading = false;
  #milliseconds = null;
  #loader = new ChartLoader();
  #headline = new Headline();
  #controls = new Controls();
  #notice = new ChartNotice();
  #chart = new Chart();
  #ending = new AbortController();

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    const parts = [this.#headline, this.#controls, this.#notice, this.#chart];
    root.append(...parts.map((part) => part.element));
    this.#listen();
    this.#controls.show(this.#query);
    history.replaceState(null, "", writeQuery(this.#query, location.search));
    this.#load();
  }

  #listen() {
    const { loads, shortcuts } = this.#context;
    const { signal } = this.#ending;
    this.#controls.addEventListener("change", ({ detail }) => this.#choose(detail));
    this.#controls.addEventListener("filter", ({ detail }) => this.#filter(detail));
    this.#controls.addEventListener("reload", () => this.#load());
    this.#controls.addEventListener("descend", () => this.#chart.move(1));
    loads.addEventListener("change", ({ detail }) => this.#follow(detail), { signal });
    const removals = [
      shortcuts.add({ keys: ["/"], label: "shortcutFilter", action: () => this.#controls.focusFilter() }),
      shortcuts.add({ keys: ["j"], label: "shortcutNext", action: () => this.#chart.move(1) }),
      shortcuts.add({ keys: ["k"], label: "shortcutPrevious", action: () => this.#chart.move(-1) }),
      shortcuts.add({ keys: ["←", "→", "↑", "↓"], label: "shortcutArrows" }),
      shortcuts.add({ keys: ["Enter"], label: "shortcutOpen" }),
      shortcuts.add({ keys: ["r"], label: "shortcutReload", action: () => this.#load() }),
    ];
    signal.addEventListener("abort", () => removals.forEach((remove) => remove()));
  }

  // What the shell tells.

  localize() {
    localize(this.#controls.element);
    this.#controls.show(this.#query);
    this.#chart.localize();
    this.#notice.localize();
    this.#render();
  }

  navigate() {
    const before = this.#query;
    this.#query = readQuery(location.search);
    this.#controls.show(this.#query);
    if (sameChart(before, this.#query)) this.#render();
    else this.#load({ anew: true });
  }

  leave() {
    this.#loader.cancel();
  }

  resume() {
    if (this.#loading) this.#load();
  }

  reconnect() {
    if (this.#problem?.isPassing) this.#load();
  }

  unmount() {
    this.leave();
    this.#chart.clear();
    this.#notice.clear();
    this.#context.progress.end();
    this.#ending.abort();
  }

  // What the reader does.

  #choose(fields) {
    this.#query = { ...this.#query, ...fields };
    if (fields.country) remember("country", fields.country);
    this.#load({ anew: true });
    // Last here, too.
    history.pushState(null, "", writeQuery(this.#query, location.search));
  }

  #filter(filter) {
    this.#query = { ...this.#query, filter };
    this.#render();
    const total = this.#loaded?.items.length ?? 0;
    const count = this.#chart.filter(filter);
    if (total > 0) this.#context.announcer.say(text("matching", { count: formatNumber(count), total: formatNumber(total) }));
    // Last, because a browser may refuse: Safari allows a hundred changes of the address in half a minute.
    history.replaceState(null, "", writeQuery(this.#query, location.search));
  }

  // The buttons of a notice go away when pressed; the focus on them would fall back to the page's top.

  #clearFilter() {
    this.#controls.clearFilter();
    this.#controls.focusFilter();
  }

  #retry() {
    this.#root.focus({ preventScroll: true });
    this.#load();
  }

  /** Loads the chart. The one on the screen stays until then if it is the same, and goes at once if not. */
  async #load({ anew = this.#loaded === null } = {}) {
    if (anew) this.#loaded = null;
    this.#problem = null;
    this.#loading = true;
    this.#milliseconds = null;
    this.#context.progress.begin("progress");
    if (anew) this.#chart.showSkeletons(this.#query.limit);
    this.#render();
    const query = this.#query;
    this.#context.announcer.say(text("loading", names(query)));
    try {
      const chart = await this.#loader.load(query);
      if (chart) this.#arrived(chart);
    } catch (problem) {
      this.#failed(problem);
    }
  }

  #arrived(chart) {
    this.#end();
    const arriving = this.#loaded === null;
    this.#loaded = chart;
    this.#chart.show(chart.items, { arriving });
    this.#render();
    this.#context.announcer.say(text("loaded", { count: formatNumber(chart.items.length) }));
  }

  #failed(problem) {
    this.#end();
    this.#problem = problem;
    if (this.#loaded === null) this.#chart.clear();
    this.#render();
  }

  #end() {
    this.#loading = false;
    this.#context.progress.end();
  }

  /** Follows the server's account of this chart's load: how far it is, and how long it took. */
  #follow(load) {
    if (load?.load !== this.#loader.name) return;
    const { progress } = this.#context;
    if (this.#loading && load.state === "progress") progress.update(load.completed, load.total);
    if (load.state !== "succeeded") return;
    this.#milliseconds = load.milliseconds;
    this.#render();
  }

  #render() {
    const { filter } = this.#query;
    const matching = this.#chart.filter(filter);
    this.#headline.show(this.#query, this.#loaded, matching, this.#milliseconds);
    this.#chart.label = text("chart", names(this.#query));
    this.#chart.busy = this.#loading;
    this.#controls.offer(this.#loaded?.items.length > 0 ? this.#loaded : null, this.#query);
    if (this.#problem) this.#notice.showProblem(this.#problem, () => this.#retry());
    else if (this.#loaded?.items.length === 0) this.#notice.showEmpty();
    else if (this.#loaded && matching === 0) {
      this.#notice.showNoMatch(filter, () => this.#clearFilter());
    } else this.#notice.clear();
  }
}

function names({ kind, country }) {
  return { kind: text(kind), country: regionName(country) };
}
