import { element } from "./dom.js";

/** A control with its label inside the frame. */
export function field(label, control, kind = "") {
  return element("label", { class: `field ${kind}`.trim() },
    element("span", { class: "field-label", "data-text": label }), control);
}

/** Puts options, as pairs of value and name, into a list, and chooses one. */
export function fill(select, options, value) {
  select.replaceChildren(...options.map(([code, name]) => element("option", { value: String(code) }, name)));
  select.value = String(value);
}
