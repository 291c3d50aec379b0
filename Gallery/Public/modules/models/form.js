import { element } from "../dom.js";
import { field } from "../fields.js";
import { formatNumber, text } from "../i18n.js";
import { addresses } from "../photos/samples.js";
import { keepDraft, recallDraft } from "../preferences.js";
import { fillStyles } from "../styles.js";

/** Where the addresses of models come from. Dispatches `load` with `{ urls, style }`, and `filled` with a number. */
export class ModelsForm extends EventTarget {
  #text = element("textarea", {
    id: "model-addresses", rows: "4", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    wrap: "off", "data-placeholder": "modelAddressesHint", oninput: () => this.#label(),
  });
  #load = element("button", { type: "submit", class: "action" });
  #style = element("select", { name: "style" });
  #sample = element("button", {
    type: "button", class: "action action-quiet", "data-text": "modelsSample", hidden: true,
    onclick: () => this.#fill(),
  });
  #keepDraft = keepDraft("models", () => this.#text.value);

  constructor() {
    super();
    this.element = element("form", { class: "models-form", onsubmit: (event) => this.#submit(event) },
      element("label", { class: "photos-label", for: "model-addresses", "data-text": "modelAddresses" }),
      this.#text,
      element("div", { class: "models-buttons" }, this.#load, this.#sample, field("style", this.#style)),
      element("p", { class: "photos-hint", "data-text": "modelsCancelHint" }));
    this.#text.value = recallDraft("models");
    this.localize();
  }

  /** Keeps what was written. */
  close() {
    this.#keepDraft();
  }

  localize() {
    fillStyles(this.#style, this.#style.value || null);
    this.#label();
  }

  /** The addresses, each once. */
  get urls() {
    return [...new Set(addresses(this.#text.value))];
  }

  set hasSamples(has) {
    this.#sample.hidden = !has;
  }

  focus() {
    this.#text.focus();
  }

  /** Empties it, unless there is something else in it than what was sent. */
  clear(sent) {
    if (this.urls.join("\n") !== sent.join("\n")) return;
    this.#text.value = "";
    this.#label();
    // The reader has gone to another screen, and what was sent was kept.
    if (!this.element.isConnected) this.close();
  }

  /** Six neighbours somewhere in the endless list. */
  #fill() {
    const first = Math.floor(Math.random() * 10_000);
    const urls = Array.from({ length: 6 }, (_, index) => `/articles/${first + index}.json`);
    this.#text.value = urls.join("\n");
    this.#label();
    this.dispatchEvent(new CustomEvent("filled", { detail: urls.length }));
  }

  #submit(event) {
    event.preventDefault();
    const { urls } = this;
    if (urls.length === 0) this.focus();
    else this.dispatchEvent(new CustomEvent("load", { detail: { urls, style: this.#style.value || null } }));
  }

  #label() {
    this.#load.textContent = text("modelsLoad", { count: formatNumber(this.urls.length) });
  }
}
