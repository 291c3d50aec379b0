import { element, icon } from "../dom.js";
import { field } from "../fields.js";
import { Fold } from "../fold.js";
import { fillStyles } from "../styles.js";
import { keyword } from "./query.js";

const lens = "M8.5 3a5.5 5.5 0 1 0 .01 0M12.6 12.6 17 17";
/** How long the reader has to be still before what was typed is searched for, in milliseconds. */
const patience = 400;
/** Shorter keywords are searched for with Enter only: they are the beginnings of others. */
const shortest = 2;

/**
 * The form above the hits. Dispatches `search` with `{ keyword, isTyping }`, `change` with the fields that the reader
 * changed, `motion` with whether pictures are to move, and `descend` when the reader goes from the form to the hits.
 */
export class Controls extends EventTarget {
  #keyword = element("input", {
    type: "search", name: "q", autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
    "data-placeholder": "gifsHint", "aria-keyshortcuts": "/",
  });
  #style = element("select", { name: "style" });
  #motion = element("input", { type: "checkbox", role: "switch", "aria-keyshortcuts": "m" });
  #fold = new Fold();
  #timer = undefined;

  constructor() {
    super();
    this.element = element("form", { class: "controls gifs-controls", role: "search" },
      field("gifsKeyword", this.#keyword, "field-filter"),
      element("button", { class: "round", "data-label": "gifsSearch" }, icon(lens)),
      this.#fold.button,
      field("style", this.#style, "folded"),
      element("label", { class: "switch folded" },
        this.#motion, element("span", { class: "switch-track", "aria-hidden": "true" }),
        element("span", { "data-text": "gifsMotion" })));
    this.#fold.install(this.element);
    this.#listen();
  }

  #listen() {
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search({ isTyping: false });
    });
    this.#keyword.addEventListener("input", (event) => this.#typed(event));
    this.#keyword.addEventListener("compositionend", (event) => this.#typed(event));
    this.#keyword.addEventListener("keydown", (event) => this.#press(event));
    this.#style.addEventListener("change", () => this.#tell("change", { style: this.#style.value || null }));
    this.#motion.addEventListener("change", () => this.#tell("motion", this.#motion.checked));
  }

  /** Shows a query, but leaves alone what means the same: the reader may be about to type the next word. */
  show(query, isOn) {
    if (keyword(this.#keyword.value) !== query.keyword) this.#keyword.value = query.keyword;
    fillStyles(this.#style, query.style);
    this.#motion.checked = isOn;
  }

  focus() {
    this.#keyword.focus();
    this.#keyword.select();
  }

  /** Forgets what was typed and is not yet searched for. */
  settle() {
    clearTimeout(this.#timer);
  }

  /** An input method (Vietnamese Telex, Japanese kana) is not done with the word while it composes. */
  #typed(event) {
    this.settle();
    if (event.isComposing) return;
    const { length } = keyword(this.#keyword.value);
    if (length > 0 && length < shortest) return;
    this.#timer = setTimeout(() => this.#search({ isTyping: true }), length === 0 ? 0 : patience);
  }

  #press(event) {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.dispatchEvent(new Event("descend"));
    } else if (event.key === "Escape" && this.#keyword.value) {
      event.preventDefault();
      this.#keyword.value = "";
      this.#search({ isTyping: true });
    }
  }

  #search({ isTyping }) {
    this.settle();
    this.#tell("search", { keyword: keyword(this.#keyword.value), isTyping });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
