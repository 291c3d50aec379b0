import { element } from "../dom.js";
import { formatNumber, text } from "../i18n.js";

const settled = new Set(["loaded", "failed", "idle"]);

/** How the loads that were asked for on this page are, one line for each address. */
export class States {
  element = element("section", { class: "models-states", hidden: true },
    element("h2", { class: "models-title", "data-text": "modelsStates" }));
  #list = element("ul", { class: "states", role: "list" });
  #rows = new Map();
  /** How many times other addresses were shown. */
  turn = 0;

  constructor() {
    this.element.append(this.#list);
  }

  /** Shows these addresses, and those before them no longer. */
  begin(urls) {
    this.turn += 1;
    this.#rows.clear();
    this.#list.replaceChildren(...urls.map((url) => {
      const words = element("span", { class: "state-words" });
      const row = element("li", { class: "state" },
        element("span", { class: "state-dot", "aria-hidden": "true" }),
        element("span", { class: "state-url" }, url), words);
      this.#rows.set(url, { row, words, change: { url, state: "loading" } });
      return row;
    }));
    this.element.hidden = urls.length === 0;
    this.localize();
  }

  /** Takes a change of state, and gives whether all have settled with it. */
  apply(change) {
    const row = this.#rows.get(change.url);
    if (!row) return false;
    const wasSettled = this.isSettled;
    row.change = change;
    this.localize();
    return !wasSettled && this.isSettled;
  }

  /**
   * Of those that have not settled the server is loading only these. What it has kept of the others came unheard, and
   * `numberOf` gives its number.
   */
  keep(urls, numberOf) {
    for (const [url, row] of this.#rows) {
      if (settled.has(row.change.state) || urls.has(url)) continue;
      const storedID = numberOf(url);
      row.change = storedID === null
        ? { url, state: "failed", error: text("modelForgotten") }
        : { url, state: "loaded", storedID };
    }
    this.localize();
  }

  get isSettled() {
    return [...this.#rows.values()].every(({ change }) => settled.has(change.state));
  }

  count(state) {
    return [...this.#rows.values()].filter(({ change }) => change.state === state).length;
  }

  localize() {
    for (const { row, words, change } of this.#rows.values()) {
      row.dataset.state = change.state;
      words.textContent = sentence(change);
    }
  }
}

/** The error names the address, which the line has already. */
function sentence({ state, error, storedID }) {
  if (state === "loaded") return text("modelLoaded", { number: formatNumber(storedID) });
  if (state === "failed") return error?.replace(/^https?:\/\/\S+\s+/u, "") ?? text("modelFailed");
  return text(state === "idle" ? "modelIdle" : "modelLoading");
}
