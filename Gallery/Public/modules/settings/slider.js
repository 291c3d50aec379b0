import { element } from "../dom.js";
import { text } from "../i18n.js";

/** How bad something is, by steps from the best at the left to the worst. Dispatches `change` with the value. */
export class Slider extends EventTarget {
  #steps;
  #values;
  #format;
  #label;
  #name = element("span", { class: "slider-name" });
  #output = element("span", { class: "slider-value", "aria-hidden": "true" });
  #input = element("input", {
    type: "range", min: "0", step: "1", oninput: () => this.#tell(),
    onchange: () => this.dispatchEvent(new CustomEvent("change", { detail: this.value })),
  });

  /**
   * @param {string} label the key of its name, or where there is none the name
   * @param {unknown[]} values what can be chosen, from the best to the worst
   * @param {(value: unknown) => string} format says a value in the language of now
   */
  constructor(label, values, format) {
    super();
    [this.#label, this.#steps, this.#values, this.#format] = [label, values, values, format];
    this.element = element("label", { class: "slider" }, this.#name, this.#output, this.#input);
    this.localize();
  }

  get value() {
    return this.#values[Number(this.#input.value)];
  }

  /** Shows a value, also one that is between the steps. */
  set value(value) {
    this.#values = this.#steps.includes(value) ? this.#steps : withStep(this.#steps, value);
    this.localize();
    this.#input.value = String(this.#values.indexOf(value));
    this.#tell();
  }

  localize() {
    this.#name.textContent = text(this.#label) ?? this.#label;
    this.#input.max = String(this.#values.length - 1);
    this.#tell();
  }

  #tell() {
    const words = this.#format(this.value);
    this.#output.textContent = words;
    this.#input.setAttribute("aria-valuetext", words);
    this.#input.style.setProperty("--share", Number(this.#input.value) / (this.#values.length - 1));
  }
}

/** The steps with another one at its place: they go up, or down from the unlimited. */
function withStep(steps, value) {
  const goesDown = steps[0] === null;
  const place = steps.findIndex((step) => step !== null && (goesDown ? step < value : step > value));
  return steps.toSpliced(place < 0 ? steps.length : place, 0, value);
}
