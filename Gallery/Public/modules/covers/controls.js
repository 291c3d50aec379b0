import { element, icon } from "../dom.js";
import { field } from "../fields.js";
import { Fold } from "../fold.js";
import { formatNumber, text } from "../i18n.js";
import { fillStyles } from "../styles.js";
import { filters } from "./query.js";

const arrow = "M10 16V4M5 9l5-5 5 5";

/**
 * The bar that stays above the covers: what is done to them and in which style, where the reader is, and the way back to
 * the top. Dispatches `change` with the fields that the reader changed, and `top`.
 */
export class Controls extends EventTarget {
  #place = element("p", { class: "covers-place" });
  #top = element("button", { type: "button", class: "round", "data-label": "coversToTop",
    onclick: () => this.dispatchEvent(new Event("top")) }, icon(arrow));
  #choices = new Map(filters.map((filter) => [filter, element("input", {
    type: "radio", name: "filter", value: filter,
    onchange: () => this.#changed({ filter }),
  })]));
  #style = element("select", {
    name: "style", onchange: () => this.#changed({ style: this.#style.value || null }),
  });
  #fold = new Fold();

  constructor() {
    super();
    this.element = element("form", { class: "covers-bar", onsubmit: (event) => event.preventDefault() },
      element("fieldset", { class: "segments segments-small" },
        element("legend", { class: "unseen", "data-text": "coversFilter" }),
        ...[...this.#choices].map(([filter, input]) =>
          element("label", {}, input, element("span", { "data-text": `coversFilter_${filter}` })))),
      this.#fold.button, field("style", this.#style, "folded"), this.#place, this.#top);
    this.#fold.install(this.element);
  }

  show({ filter, style, at }) {
    this.#choices.get(filter).checked = true;
    this.#style.value = style ?? "";
    this.#place.textContent = text("coversPlace", { number: formatNumber(at + 1) });
    this.#top.hidden = at === 0;
  }

  /** The names of the styles are in the language of now. */
  localize({ style }) {
    fillStyles(this.#style, style);
  }

  #changed(fields) {
    this.dispatchEvent(new CustomEvent("change", { detail: fields }));
  }
}
