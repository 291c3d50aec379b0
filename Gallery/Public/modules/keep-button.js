import { element, icon } from "./dom.js";
import { text } from "./i18n.js";
import { kept } from "./kept.js";

const bookmark = "M6 3.5h8v13l-4-3.25-4 3.25z";

/** The buttons that there are, without keeping those whose elements are gone. */
const buttons = new Set();
kept.addEventListener("change", () => {
  for (const reference of buttons) {
    const button = reference.deref();
    if (button) button.update();
    else buttons.delete(reference);
  }
});

/** A button that keeps something in the library, says whether it is kept, and takes it out again. */
export class KeepButton {
  element = element("button", { type: "button", class: "round keep", onclick: () => this.#press() }, icon(bookmark));
  #source = null;
  #title = () => "";
  /** What the element says: of ten thousand only the one that was pressed says something else. */
  #said = null;

  constructor() {
    buttons.add(new WeakRef(this));
    // It lives as long as its element does.
    this.element.keepButton = this;
    this.element.hidden = true;
  }

  /**
   * @param {object | null} source what is kept; `null` where there is nothing, and the button is not there either
   * @param {() => string} title what people call it, in the language of now
   */
  show(source, title) {
    this.#source = source;
    this.#title = title;
    this.element.hidden = source === null;
    this.update();
  }

  update() {
    if (!this.#source) return;
    const { id, state, reason } = kept.state(this.#source);
    const title = this.#title();
    const label = text("keep", { title });
    const hint = reason ?? text(id !== null ? "keepDrop" : "keep", { title });
    const said = `${state} ${label} ${hint}`;
    if (said === this.#said) return;
    this.#said = said;
    this.element.dataset.state = state;
    this.element.setAttribute("aria-pressed", id !== null);
    this.element.setAttribute("aria-busy", state === "working");
    // The name stays, so that what is said of a toggle is that it is pressed.
    this.element.setAttribute("aria-label", label);
    this.element.title = hint;
  }

  #press() {
    kept.toggle(this.#source, this.#title());
  }
}
