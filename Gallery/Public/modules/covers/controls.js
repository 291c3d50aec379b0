import { element, icon } from "../dom.js";
import { formatNumber, text } from "../i18n.js";
import { filters } from "./query.js";

const arrow = "M10 16V4M5 9l5-5 5 5";

/**
 * The bar that stays above the covers: what is done to them, where the reader is, and the way back to the top.
 * Dispatches `filter` with the one that was chosen, and `top`.
 */
export class Controls extends EventTarget {
  #place = element("p", { class: "covers-place" });
  #top = element("button", { type: "button", class: "round", "data-label": "coversToTop",
    onclick: () => this.dispatchEvent(new Event("top")) }, icon(arrow));
  #choices = new Map(filters.map((filter) => [filter, element("input", {
    type: "radio", name: "filter", value: filter,
    onchange: () => this.dispatchEvent(new CustomEvent("filter", { detail: filter })),
  })]));

  constructor() {
    super();
    this.element = element("form", { class: "covers-bar", onsubmit: (event) => event.preventDefault() },
      element("fieldset", { class: "segments segments-small" },
        element("legend", { class: "unseen", "data-text": "coversFilter" }),
        ...[...this.#choices].map(([filter, input]) =>
          element("label", {}, input, element("span", { "data-text": `coversFilter_${filter}` })))),
      this.#place, this.#top);
  }

  show({ filter, at }) {
    this.#choices.get(filter).checked = true;
    this.#place.textContent = text("coversPlace", { number: formatNumber(at + 1) });
    this.#top.hidden = at === 0;
  }
}
