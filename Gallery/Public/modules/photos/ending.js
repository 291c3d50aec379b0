import { element } from "../dom.js";
import { formatNumber, text } from "../i18n.js";

/** The one message at the end of a batch: how it went, every error in the order of the list, and what to do. */
export class Ending {
  element = element("div", { class: "photos-ending", hidden: true });
  #retry;

  /** @param retry called with the addresses that are not here */
  constructor(retry) {
    this.#retry = retry;
  }

  /** @param {import("./batch.js").Batch | null} batch */
  show(batch) {
    this.element.hidden = !batch?.done;
    this.element.replaceChildren(...(batch?.done ? [this.#panel(batch)] : []));
  }

  #panel({ members, done }) {
    const errors = members.filter(({ status }) => status === "failed");
    const missing = members.filter(({ status }) => status !== "succeeded").map(({ url }) => url);
    return element("section", { class: `panel ending ${errors.length > 0 ? "has-errors" : ""}` },
      element("div", { class: "panel-words" },
        element("h2", {}, sentence(done)),
        element("p", {}, text("photosDoneDetail")),
        missing.length === 0 ? null : element("button", {
          type: "button", class: "action photos-retry", onclick: () => this.#retry(missing),
        }, text("photosRetry", { count: formatNumber(missing.length) }))),
      errors.length === 0 ? null : element("div", { class: "ending-errors" },
        element("h3", {}, text("photosErrors")),
        element("ol", { class: "errors", tabindex: "0", "aria-label": text("photosErrors") },
          ...errors.map(({ index, error }) =>
            element("li", { value: String(index + 1) }, error ?? text("photoFailed"))))));
  }
}

/** How a batch ended, in a sentence. */
export function sentence({ succeeded, failed, cancelled, timedOut }) {
  const total = succeeded + failed + cancelled;
  const names = { succeeded, failed, cancelled, total };
  const values = Object.fromEntries(Object.entries(names).map(([name, count]) => [name, formatNumber(count)]));
  if (timedOut) return text("photosTimedOut", values);
  if (cancelled > 0) return text("photosCancelled", values);
  if (total === 0) return text("photosEmpty");
  if (failed === 0) return text("photosAllHere", values);
  return text(succeeded === 0 ? "photosNoneHere" : "photosSomeHere", values);
}
