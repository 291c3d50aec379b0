import { drawings, element, icon } from "../dom.js";
import { field, fill } from "../fields.js";
import { Fold } from "../fold.js";
import { language, regionName, text } from "../i18n.js";
import { KeepButton } from "../keep-button.js";
import { fillStyles } from "../styles.js";
import { countries, kinds, limits } from "./query.js";

/**
 * The form above the chart. Dispatches `change` with the fields that the reader changed, `filter` with the
 * text, `reload`, and `descend` when the reader goes from the filter to the chart.
 */
export class Controls extends EventTarget {
  #kinds = kinds.map((kind) => element("input", { type: "radio", name: "kind", value: kind }));
  #country = element("select", { name: "country" });
  #limit = element("select", { name: "limit" });
  #style = element("select", { name: "style" });
  #fold = new Fold();
  #keep = new KeepButton();
  #filter = element("input", {
    type: "search", name: "filter", autocomplete: "off", spellcheck: "false",
    "data-placeholder": "filterHint", "aria-keyshortcuts": "/",
  });

  constructor() {
    super();
    this.element = element("form", { class: "controls", role: "search" },
      element("fieldset", { class: "segments" },
        element("legend", { class: "unseen", "data-text": "kind" }),
        ...this.#kinds.map((input) =>
          element("label", {}, input, element("span", { "data-text": input.value })))),
      this.#fold.button,
      field("country", this.#country, "field-wide folded"),
      field("number", this.#limit, "folded"),
      field("style", this.#style, "folded"),
      field("filter", this.#filter, "field-filter folded"),
      element("button", {
        type: "button", class: "round", "data-label": "reload", "aria-keyshortcuts": "r",
        onclick: () => this.dispatchEvent(new Event("reload")),
      }, icon(drawings.again)),
      this.#keep.element);
    this.#fold.install(this.element);
    this.#listen();
  }

  #listen() {
    this.element.addEventListener("submit", (event) => event.preventDefault());
    for (const input of this.#kinds) {
      input.addEventListener("change", () => this.#changed({ kind: input.value }));
    }
    this.#country.addEventListener("change", () => this.#changed({ country: this.#country.value }));
    this.#limit.addEventListener("change", () => this.#changed({ limit: Number(this.#limit.value) }));
    this.#style.addEventListener("change", () => this.#changed({ style: this.#style.value || null }));
    this.#filter.addEventListener("input", () => this.#filtered());
    this.#filter.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows a query: with it also the values that a link may name and the lists do not offer. */
  show(query) {
    for (const input of this.#kinds) input.checked = input.value === query.kind;
    const order = new Intl.Collator(language()).compare;
    const regions = [...new Set([...countries, query.country])].map((code) => [code, regionName(code)]);
    fill(this.#country, regions.sort((one, other) => order(one[1], other[1])), query.country);
    const offered = [...new Set([...limits, query.limit])].sort((one, other) => one - other);
    fill(this.#limit, offered.map((count) => [count, text("top", { count })]), query.limit);
    fillStyles(this.#style, query.style);
    if (this.#filter.value !== query.filter) this.#filter.value = query.filter;
    if (query.filter) this.#fold.open();
  }

  /** Offers to keep a chart; `null` while there is none. */
  offer(chart, query) {
    const { country, kind, limit } = query;
    const updated = chart?.summary.updated;
    const source = { chart: { country, kind, limit, ...(updated ? { updated } : {}) } };
    this.#keep.show(chart ? source : null, () => `${text(kind)} · ${regionName(country)}`);
  }

  focusFilter() {
    this.#fold.open();
    this.#filter.focus();
    this.#filter.select();
  }

  clearFilter() {
    this.#filter.value = "";
    this.#filtered();
  }

  #press(event) {
    // An input method (Vietnamese Telex, Japanese kana) uses these keys itself while it composes.
    if (event.isComposing) return;
    if (event.key === "Escape" && this.#filter.value) {
      event.preventDefault();
      this.clearFilter();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      this.dispatchEvent(new Event("descend"));
    }
  }

  #changed(fields) {
    this.dispatchEvent(new CustomEvent("change", { detail: fields }));
  }

  #filtered() {
    this.dispatchEvent(new CustomEvent("filter", { detail: this.#filter.value }));
  }
}
