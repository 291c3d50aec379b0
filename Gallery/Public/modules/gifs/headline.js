import { element } from "../dom.js";
import { formatNumber, text } from "../i18n.js";

/** The title of the screen, and the line below it with what is known of the search. */
export class Headline {
  #title = element("span", { class: "headline-kind" });
  #keyword = element("span", { class: "headline-country" });
  #facts = element("p", { class: "headline-facts" });
  #mark = element("p", { class: "gifs-mark" });

  constructor() {
    this.element = element("header", { class: "headline gifs-headline" },
      element("h1", {}, this.#title, " ", this.#keyword),
      element("div", { class: "gifs-line" }, this.#facts, this.#mark));
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  /**
   * @param {string} keyword
   * @param {object | null} page what was found; `null` while that is not known
   * @param {number | null} milliseconds how long the server took, where it said so
   */
  show(keyword, page, milliseconds) {
    this.#title.textContent = text("gifs");
    this.#keyword.textContent = keyword || text("gifsInMotion");
    this.#fit();
    document.title = `${[text("gifs"), keyword].filter(Boolean).join(" · ")} — Gallery`;
    const parts = page ? facts(page, milliseconds) : [];
    this.#facts.replaceChildren(...parts.map((part) => element("span", {}, part)));
    // The mark that Giphy asks for, in its words.
    this.#mark.textContent = page?.attribution ?? "";
  }

  /** A keyword too broad for the line gets two smaller ones: what is below must not move while it is typed. */
  #fit() {
    this.#keyword.classList.remove("is-long");
    this.#keyword.classList.toggle("is-long", this.#keyword.scrollWidth > this.#keyword.clientWidth);
  }
}

function facts({ hits, found }, milliseconds) {
  const parts = [text("gifsFound", { count: formatNumber(found ?? hits.length) })];
  if (Number.isFinite(milliseconds)) parts.push(text("took", { milliseconds: formatNumber(milliseconds) }));
  return parts;
}
