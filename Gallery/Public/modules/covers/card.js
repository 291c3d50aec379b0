import { byline, element } from "../dom.js";
import { formatDayOf, formatNumber, text } from "../i18n.js";
import { Picture } from "./picture.js";

let cards = 0;

/** A view of the wall, which shows one article of the list and later another. */
export class Card {
  index = -1;
  /** The article, or `null` while it is not here. */
  article = null;
  /** Whether it is in the window. */
  isNear = false;
  #number = element("span", { class: "cover-number", "aria-hidden": "true" });
  #title = element("h2", { class: "cover-title", dir: "auto", id: `cover-title-${(cards += 1)}` });
  #facts = element("p", { class: "cover-facts", id: `cover-facts-${cards}` });
  #words = element("span");
  #again = element("button", { type: "button", class: "cover-again", onclick: () => this.#pressed() });
  #note = element("div", { class: "cover-broken", hidden: true }, this.#words, this.#again);
  #picture;
  #width = 0;
  element = element("article", {
    class: "cover is-waiting", tabindex: "-1", "aria-busy": "true",
    "aria-labelledby": this.#title.id, "aria-describedby": this.#facts.id,
  });

  constructor(account) {
    this.#picture = new Picture(account, () => this.#renderNote());
    this.#picture.element.append(this.#number, this.#note);
    this.element.append(this.#picture.element,
      element("div", { class: "cover-words" }, this.#title, this.#facts));
  }

  /** Shows another place of the list: what was here is given up. */
  move(index) {
    if (index === this.index) return;
    this.index = index;
    this.element.dataset.index = index;
    this.element.setAttribute("aria-posinset", index + 1);
    this.#number.textContent = formatNumber(index + 1);
    this.#show(null);
  }

  /**
   * @param {object | null} article what is at the card's place of the list
   * @param {{ left: number, top: number, width: number, isNear: boolean, count: number }} place where the card is,
   *   whether that is in the window, and how many articles there are
   */
  update(article, { left, top, width, isNear, count }) {
    this.#width = width;
    this.isNear = isNear;
    this.element.setAttribute("aria-setsize", Number.isFinite(count) ? count : -1);
    this.element.style.translate = `${left}px ${top}px`;
    const isOther = ["id", "title", "image"].some((name) => article?.[name] !== this.article?.[name]);
    if (isOther) this.#show(article);
    this.article = article;
    this.#picture.show(article, { isNear, width });
  }

  get isBroken() {
    return this.#picture.isBroken;
  }

  /** Whether the cover is still on its way. */
  get isToCome() {
    return !this.isBroken && (this.article === null || !this.#picture.isHere);
  }

  again() {
    this.#picture.again(this.#width);
  }

  /** Gives up what is on its way. */
  stop() {
    this.#picture.clear();
    this.article = null;
  }

  localize() {
    this.#number.textContent = formatNumber(this.index + 1);
    this.#renderNote();
    this.#renderWords(this.article);
  }

  #pressed() {
    // The button goes away when pressed; the focus on it would fall back to the page's top.
    this.element.focus({ preventScroll: true });
    this.again();
  }

  #show(article) {
    this.article = article;
    this.element.classList.toggle("is-waiting", article === null);
    this.element.setAttribute("aria-busy", article === null);
    if (article === null) this.#picture.clear();
    this.#renderWords(article);
  }

  #renderWords(article) {
    if (article === null) {
      this.#title.replaceChildren(element("span", { class: "unseen" }, text("coverComing")));
      this.#facts.textContent = "";
      return;
    }
    const { title, author, publishedAt, sizes, image } = article;
    const name = title || text("coverUntitled");
    const address = sizes.at(-1)?.image ?? image;
    this.#title.title = name;
    this.#title.replaceChildren(address
      ? element("a", { href: address, target: "_blank", rel: "noopener", tabindex: "-1" },
        name, element("span", { class: "unseen" }, ` ${text("opensNewTab")}`))
      : name);
    this.#facts.replaceChildren(...byline(author, formatDayOf(publishedAt)));
    this.#renderNote();
  }

  #renderNote() {
    this.#note.hidden = !this.isBroken;
    if (!this.isBroken) return;
    this.#words.textContent = text("coverBroken");
    this.#again.textContent = text("coverAgain");
    this.#again.setAttribute("aria-label", `${text("coverAgain")}: ${this.article?.title ?? ""}`);
  }
}
