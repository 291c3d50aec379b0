import { element } from "../dom.js";
import { formatBytes, formatNumber, text } from "../i18n.js";

const parts = ["succeeded", "failed", "cancelled"];
const facts = [
  ["succeeded", "photosFactHere"], ["failed", "photosFactFailed"], ["cancelled", "photosFactCancelled"],
  ["waiting", "photosFactWaiting"], ["bytes", "photosFactBytes"],
];

/** How far a batch is: a bar, whose parts are what became of the photos, and the numbers themselves. */
export class Account {
  #bar = element("div", { class: "batch-bar", role: "progressbar", "aria-valuemin": "0" },
    ...parts.map((part) => element("div", { class: `batch-part batch-${part}` })));
  #values = new Map(facts.map(([name]) => [name, element("dd")]));

  constructor() {
    this.element = element("section", { class: "batch", "data-label": "photosBatch", hidden: true },
      this.#bar,
      element("dl", { class: "batch-facts" }, ...facts.map(([name, label]) =>
        element("div", { class: `batch-fact batch-fact-${name}` },
          element("dt", { "data-text": label }), this.#values.get(name)))));
  }

  /** @param {import("./batch.js").Batch | null} batch */
  show(batch) {
    const total = batch?.members.length ?? 0;
    this.element.hidden = total === 0;
    if (total === 0) return;
    const counts = new Map(["waiting", ...parts].map((status) => [status, batch.count(status)]));
    parts.forEach((part, place) => this.#bar.children[place].style.setProperty("--count", counts.get(part)));
    this.#bar.style.setProperty("--total", total);
    const settled = total - counts.get("waiting");
    this.#bar.setAttribute("aria-label", text("photosBar"));
    this.#bar.setAttribute("aria-valuemax", total);
    this.#bar.setAttribute("aria-valuenow", settled);
    const numbers = { settled: formatNumber(settled), total: formatNumber(total) };
    this.#bar.setAttribute("aria-valuetext", text("photosSoFar", numbers));
    for (const [status, count] of counts) this.#values.get(status).textContent = formatNumber(count);
    this.#values.get("bytes").textContent = formatBytes(batch.bytes);
    this.#values.get("cancelled").parentElement.hidden = counts.get("cancelled") === 0;
  }
}
