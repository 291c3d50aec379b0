import { element } from "../dom.js";

/** A choice among a few, side by side. Dispatches `change` with the one that was chosen. */
export class Choice extends EventTarget {
  #inputs;
  #legend;

  /**
   * @param {string} name of the choice; no other on the page has it
   * @param {string} legend the key of what is chosen
   * @param {[string, string | null, string?][]} options each with its value, the key of its name, and where that is `null` the
   *   name itself, in the language that has the value for its tag
   */
  constructor(name, legend, options) {
    super();
    this.#legend = element("legend", { class: "unseen", "data-text": legend });
    this.#inputs = options.map(([value]) => element("input", {
      type: "radio", name, value, onchange: () => this.dispatchEvent(new CustomEvent("change", { detail: value })),
    }));
    this.element = element("fieldset", { class: "segments" }, this.#legend,
      ...options.map(([value, key, word], place) => element("label", { lang: key === null ? value : null },
        this.#inputs[place], element("span", { "data-text": key }, word))));
  }

  /** Shows which is chosen; `null` for none of them. */
  show(value) {
    for (const input of this.#inputs) input.checked = input.value === value;
  }
}
