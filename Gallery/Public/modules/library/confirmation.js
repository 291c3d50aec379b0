import { element } from "../dom.js";
import { localize, text } from "../i18n.js";

/** Asks before something is deleted for good. */
export class Confirmation {
  #title = element("h2", { id: "confirmation-title" });
  element = element("dialog", { class: "confirmation", "aria-labelledby": "confirmation-title" },
    element("form", { method: "dialog" }, this.#title,
      element("p", { "data-text": "shelfDeleteDetail" }),
      element("div", { class: "confirmation-acts" },
        element("button", { class: "action action-quiet", value: "", "data-text": "shelfDeleteNot", autofocus: true }),
        element("button", { class: "action", value: "yes", "data-text": "shelfDeleteYes" }))));

  /** There is nothing to be deleted any more. */
  close() {
    this.element.close();
  }

  /** Whether a thing of this name is to be deleted. */
  async ask(name) {
    this.#title.textContent = text("shelfDeleteTitle", { title: name });
    localize(this.element);
    this.element.returnValue = "";
    this.element.showModal();
    await new Promise((closed) => this.element.addEventListener("close", closed, { once: true }));
    return this.element.returnValue === "yes";
  }
}
