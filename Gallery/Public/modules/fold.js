import { drawings, element, icon } from "./dom.js";

/**
 * The button of a form whose fields would fill a small window: it shows and hides those in `.folded`. In a window with
 * room for them they are always there, and the button is not: the style sheet decides.
 */
export class Fold {
  button = element("button", {
    type: "button", class: "round fold", "data-label": "choices", onclick: () => this.#set(!this.#isOpen),
  }, icon(drawings.sliders));
  #form = null;
  #isOpen = false;

  /** @param {HTMLFormElement} form has the button and the fields in it */
  install(form) {
    this.#form = form;
    this.#set(false);
  }

  /** Shows the fields, for one who is to type in one of them, or to see what it does. */
  open() {
    this.#set(true);
  }

  #set(isOpen) {
    this.#isOpen = isOpen;
    this.button.setAttribute("aria-expanded", isOpen);
    this.#form.classList.toggle("is-unfolded", isOpen);
  }
}
