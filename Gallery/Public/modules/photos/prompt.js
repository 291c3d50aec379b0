import { element } from "../dom.js";
import { text } from "../i18n.js";

/** How long an empty list is left alone, in milliseconds: somebody who knows what to do needs no word. */
const delay = 1500;

/** Says what to do, a little while after there turned out to be nothing. */
export class Prompt {
  element = element("div", { class: "photos-prompt", role: "status" });
  #timer = undefined;

  /** @param {boolean} isNeeded whether there is nothing to load and nothing to see */
  update(isNeeded) {
    if (!isNeeded) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.element.replaceChildren();
    } else this.#timer ??= setTimeout(() => this.show(), delay);
  }

  /** Says it at once. */
  show() {
    this.element.replaceChildren(
      element("strong", { "data-text": "photosPromptTitle" }, text("photosPromptTitle")),
      " ",
      element("span", { "data-text": "photosPrompt" }, text("photosPrompt")));
  }
}
