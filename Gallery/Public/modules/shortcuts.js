import { element, takesTyping } from "./dom.js";
import { onLanguageChange, text } from "./i18n.js";
import { recall, remember } from "./preferences.js";

/**
 * The page's single-key shortcuts and the dialog that lists them. They can be turned off, because speech
 * input and trembling hands press single letters unintentionally (WCAG 2.2, success criterion 2.1.4).
 */
export class Shortcuts {
  #dialog;
  #entries = [];
  #enabled = recall("shortcuts") !== "off";

  constructor(dialog) {
    this.#dialog = dialog;
    const box = dialog.querySelector("#shortcuts-enabled");
    box.checked = this.#enabled;
    box.addEventListener("change", () => {
      this.#enabled = box.checked;
      remember("shortcuts", box.checked ? null : "off");
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.addEventListener("keydown", (event) => this.#press(event));
    onLanguageChange(() => this.#list());
    this.add({ keys: ["?"], label: "shortcutHelp", action: () => this.show() });
    this.add({ keys: ["Esc"], label: "shortcutClose" });
  }

  /**
   * Adds a line to the list and, where it has an action, a key that works anywhere but in a text field.
   * Gives a function that removes it.
   * @param {{ keys: string[], label: string, action?: () => void }} entry
   */
  add(entry) {
    this.#entries.push(entry);
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
    };
  }

  show() {
    this.#list();
    this.#dialog.showModal();
  }

  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.#enabled || this.#dialog.open || takesTyping(event.target)) return;
    const entry = this.#entries.find(({ keys, action }) => action && keys.includes(event.key));
    if (!entry) return;
    event.preventDefault();
    entry.action();
  }

  #list() {
    this.#dialog.querySelector("#shortcuts-list").replaceChildren(...this.#entries.map(({ keys, label }) =>
      element("div", {},
        element("dt", {}, ...keys.map((key) => element("kbd", {}, key))),
        element("dd", {}, text(label)))));
  }
}
