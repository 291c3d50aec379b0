import { getJSON } from "../api.js";
import { element } from "../dom.js";
import { field, fill } from "../fields.js";
import { text } from "../i18n.js";
import { nameLoad } from "../loads.js";
import { styleName, styles } from "../styles.js";

/**
 * The same job in two styles: a chart is loaded by both at once, and their runs are laid over one another. Dispatches `begin`
 * with the names of the two loads, and `end` when both have their chart, or `problem`.
 */
export class Comparison extends EventTarget {
  #lists = ["async", "operation"].map((style) => {
    const list = element("select");
    list.dataset.style = style;
    return list;
  });
  /** Ends the loads that go on. */
  #ending = new AbortController();
  /** Whether it waits for the server to be there again. */
  #isCut = false;
  element = element("form", { class: "timeline-comparison", hidden: true },
    element("p", { "data-text": "timelineCompareWhat" }),
    field("timelineCompareOne", this.#lists[0]), field("timelineCompareOther", this.#lists[1]),
    element("button", { class: "action", "data-text": "timelineCompareRun" }));

  constructor() {
    super();
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
    for (const list of this.#lists) list.addEventListener("change", () => (list.dataset.style = list.value));
  }

  localize() {
    for (const list of this.#lists) {
      fill(list, styles.map((style) => [style, styleName(style)]), list.dataset.style);
    }
  }

  /** What goes on is ended, and is no problem any more. */
  close() {
    this.#ending.abort();
    this.#isCut = false;
  }

  /** The connection is back. */
  reconnect() {
    if (this.#isCut) this.begin();
  }

  async begin() {
    this.close();
    const { signal } = (this.#ending = new AbortController());
    const loads = this.#lists.map(() => nameLoad());
    this.dispatchEvent(new CustomEvent("begin", { detail: loads }));
    const answers = this.#lists.map(({ value }, index) =>
      getJSON(`api/music?kind=albums&limit=100&style=${value}`, { signal, load: loads[index] }));
    const refused = (await Promise.allSettled(answers)).find(({ status }) => status === "rejected");
    if (signal.aborted) return;
    if (!refused) return this.dispatchEvent(new CustomEvent("end", { detail: text("timelineCompared") }));
    this.#isCut = refused.reason.kind === "unreachable";
    this.dispatchEvent(new CustomEvent("problem", { detail: refused.reason }));
  }
}
