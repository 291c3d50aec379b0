import { element } from "../dom.js";
import { field } from "../fields.js";
import { kinds, words } from "./query.js";

/** How long the reader has to be still before what was typed is searched for, in milliseconds. */
const patience = 200;

/** The form above the things. Dispatches `change` with the fields that the reader changed, and `descend`. */
export class Controls extends EventTarget {
  #words = element("input", {
    type: "search", name: "q", autocomplete: "off", spellcheck: "false", maxlength: "200",
    "data-placeholder": "shelfHint", "aria-keyshortcuts": "/",
  });
  #kinds = ["", ...kinds].map((kind) => element("input", { type: "radio", name: "kind", value: kind }));
  #timer = undefined;

  constructor() {
    super();
    this.element = element("form", { class: "controls library-controls", role: "search" },
      field("shelfSearch", this.#words, "field-filter"),
      element("fieldset", { class: "segments" },
        element("legend", { class: "unseen", "data-text": "shelfKind" }),
        ...this.#kinds.map((input) => element("label", {}, input,
          element("span", { "data-text": input.value ? `shelfKinds_${input.value}` : "shelfKinds_all" })))));
    this.#listen();
  }

  #listen() {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search();
    });
    this.#words.addEventListener("input", (event) => this.#typed(event));
    this.#words.addEventListener("compositionend", (event) => this.#typed(event));
    this.#words.addEventListener("keydown", (event) => this.#press(event));
    for (const input of this.#kinds) {
      input.addEventListener("change", () => this.#tell("change", { kind: input.value || null }));
    }
  }

  /** Shows a query, but leaves alone what means the same: the reader may be about to type the next word. */
  show(query) {
    if (words(this.#words.value) !== query.words) this.#words.value = query.words;
    for (const input of this.#kinds) input.checked = input.value === (query.kind ?? "");
  }

  focus() {
    this.#words.focus();
    this.#words.select();
  }

  /** Forgets what was typed and is not yet searched for. */
  settle() {
    clearTimeout(this.#timer);
  }

  /** An input method (Vietnamese Telex, Japanese kana) is not done with the word while it composes. */
  #typed(event) {
    this.settle();
    if (!event.isComposing) this.#timer = setTimeout(() => this.#search(), patience);
  }

  #press(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.dispatchEvent(new Event("descend"));
    } else if (event.key === "Escape" && this.#words.value) {
      event.preventDefault();
      this.#words.value = "";
      this.#search();
    }
  }

  #search() {
    this.settle();
    this.#tell("change", { words: words(this.#words.value) });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
