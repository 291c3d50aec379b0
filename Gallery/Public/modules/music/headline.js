import { element } from "../dom.js";
import { formatMoment, formatNumber, regionName, text } from "../i18n.js";

/** The title of the screen, and the line below it with what is known about the chart. */
export class Headline {
  #kind = element("span", { class: "headline-kind" });
  #country = element("span", { class: "headline-country" });
  #facts = element("p", { class: "headline-facts" });

  constructor() {
    this.element = element("header", { class: "headline" },
      element("h1", {}, this.#kind, " ", this.#country), this.#facts);
  }

  /**
   * @param {object} query
   * @param {object | null} chart `null` while there is none
   * @param {number} matching how many of its items the filter leaves
   * @param {number | null} milliseconds how long the server took, where it said so
   */
  show(query, chart, matching, milliseconds) {
    this.#kind.textContent = text(query.kind);
    this.#country.textContent = regionName(query.country);
    document.title = `${text(query.kind)} · ${regionName(query.country)} — Gallery`;
    const parts = chart ? facts(chart, matching, milliseconds) : [];
    this.#facts.replaceChildren(...parts.map((part) => element("span", { dir: "auto" }, part)));
  }
}

function facts({ summary, items }, matching, milliseconds) {
  const count = items.length;
  const parts = [];
  if (summary.title) parts.push(String(summary.title));
  const all = matching === count;
  const total = formatNumber(count);
  parts.push(all ? text("count", { count: total }) : text("matching", { count: formatNumber(matching), total }));
  const moment = summary.updated ? formatMoment(summary.updated) : null;
  if (moment) parts.push(text("updated", { moment }));
  if (Number.isFinite(milliseconds)) parts.push(text("took", { milliseconds: formatNumber(milliseconds) }));
  return parts;
}
