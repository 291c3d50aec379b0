import { element } from "../dom.js";
import { field, fill } from "../fields.js";
import { formatNumber, text } from "../i18n.js";
import { keepDraft, recallDraft } from "../preferences.js";
import { styleName, styles } from "../styles.js";
import { addresses, sample } from "./samples.js";

const timeLimits = [10, 30, 60, 300];

/**
 * Where the addresses come from. Dispatches `start` with `{ urls, timeLimit, style }`, `cancel`, `filled` with a
 * number, and `edit`.
 */
export class PhotosForm extends EventTarget {
  #text = element("textarea", {
    id: "photo-addresses", rows: "8", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    wrap: "off", "data-placeholder": "photoAddressesHint", oninput: () => this.#edited(),
  });
  #count = element("input", { type: "number", min: "1", max: "1000", value: "24", inputmode: "numeric" });
  #faults = element("input", { type: "checkbox", role: "switch", "aria-describedby": "photos-faults-detail" });
  #timeLimit = element("select");
  #style = element("select");
  #start = element("button", { type: "submit", class: "action" });
  #cancel = element("button", { type: "button", class: "action action-quiet", onclick: () => this.#leave() });
  #samples = this.#makeSamples();
  #isRunning = false;
  #isCancelling = false;
  #keepDraft = keepDraft("photos", () => this.#text.value);

  constructor() {
    super();
    this.element = element("form", { class: "photos-form", onsubmit: (event) => this.#submit(event) },
      element("div", { class: "photos-list" },
        element("label", { class: "photos-label", for: "photo-addresses", "data-text": "photoAddresses" }),
        this.#text),
      this.#samples,
      element("div", { class: "photos-choices" },
        this.#start, this.#cancel,
        field("photosTimeLimit", this.#timeLimit), field("style", this.#style)));
    fill(this.#timeLimit, [["", ""]], "");
    fill(this.#style, [["group", ""]], "group");
    this.#text.value = recallDraft("photos");
    this.localize();
  }

  /** Keeps what was written. */
  close() {
    this.#keepDraft();
  }

  localize() {
    const seconds = { style: "unit", unit: "second", unitDisplay: "long" };
    const limits = timeLimits.map((limit) => [limit, formatNumber(limit, seconds)]);
    fill(this.#timeLimit, [["", text("photosNoTimeLimit")], ...limits], this.#timeLimit.value);
    fill(this.#style, styles.map((style) => [style, styleName(style)]), this.#style.value);
    this.#label();
  }

  get urls() {
    return addresses(this.#text.value);
  }

  set urls(urls) {
    this.#text.value = urls.join("\n");
    this.#label();
  }

  set hasSamples(has) {
    this.#samples.hidden = !has;
  }

  /** Shows the one button that makes sense; the keyboard's place goes along. */
  set isRunning(isRunning) {
    const had = [this.#start, this.#cancel].includes(document.activeElement);
    this.#isRunning = isRunning;
    this.#isCancelling = false;
    this.#label();
    if (had) (isRunning ? this.#cancel : this.#start).focus();
  }

  /** The cancellation did not reach the server. */
  cancelFailed() {
    this.#isCancelling = false;
    this.#label();
  }

  focus() {
    this.#text.focus();
  }

  /** The rest of an order of these addresses. */
  order(urls) {
    const { value } = this.#timeLimit;
    return { urls, timeLimit: value ? Number(value) : null, style: this.#style.value };
  }

  #makeSamples() {
    return element("fieldset", { class: "photos-sample", hidden: true },
      element("legend", { "data-text": "photosSample" }),
      element("p", { class: "photos-hint", "data-text": "photosSampleDetail" }),
      field("photosSampleCount", this.#count),
      element("label", { class: "switch" },
        this.#faults, element("span", { class: "switch-track", "aria-hidden": "true" }),
        element("span", { "data-text": "photosSampleFaults" })),
      element("p", {
        class: "photos-hint", id: "photos-faults-detail", "data-text": "photosSampleFaultsDetail",
      }),
      element("button", {
        type: "button", class: "action action-quiet", "data-text": "photosSampleFill",
        onclick: () => this.#fill(),
      }));
  }

  #fill() {
    if (!this.#count.reportValidity()) return;
    const count = Math.trunc(Number(this.#count.value)) || 24;
    this.urls = sample(count, { withFaults: this.#faults.checked });
    this.#text.scrollTop = 0;
    this.dispatchEvent(new CustomEvent("filled", { detail: count }));
  }

  #edited() {
    this.#label();
    this.dispatchEvent(new Event("edit"));
  }

  #submit(event) {
    event.preventDefault();
    if (!this.#isRunning) this.dispatchEvent(new CustomEvent("start", { detail: this.order(this.urls) }));
  }

  #leave() {
    if (this.#isCancelling) return;
    this.#isCancelling = true;
    this.#label();
    this.dispatchEvent(new Event("cancel"));
  }

  #label() {
    this.#start.hidden = this.#isRunning;
    this.#cancel.hidden = !this.#isRunning;
    this.#start.textContent = text("photosStart", { count: formatNumber(this.urls.length) });
    this.#cancel.textContent = text(this.#isCancelling ? "photosCancelling" : "photosCancel");
    this.#cancel.setAttribute("aria-disabled", this.#isCancelling);
  }
}
