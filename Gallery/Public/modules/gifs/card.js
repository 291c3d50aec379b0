import { element } from "../dom.js";
import { formatBytes, formatNumber, text } from "../i18n.js";
import { KeepButton } from "../keep-button.js";
import { Picture } from "./picture.js";

/** A hit as a list item whose `[data-target]` takes the keyboard's focus. */
export class Card {
  element = element("li", { class: "gif" });
  #hit;
  #picture;
  #words = element("div", { class: "gif-words" });
  #keep = new KeepButton();

  constructor(hit, isOn) {
    this.#hit = hit;
    this.#picture = new Picture(hit, isOn);
    this.element.append(element("article", {}, this.#picture.element, this.#words, this.#keep.element));
    this.#listen();
    this.localize();
  }

  set isOn(isOn) {
    this.#picture.isOn = isOn;
  }

  /** Whether it is in the window, or near it. */
  set isInSight(isInSight) {
    this.#picture.isInSight = isInSight;
  }

  localize() {
    const hadFocus = this.#words.contains(document.activeElement);
    const { name, author } = this.#names();
    this.#words.replaceChildren(
      element("h2", { class: "gif-title", dir: "auto", title: this.#hit.title || null }, this.#target(name)),
      ...(author ? [element("p", { class: "gif-author", dir: "auto" }, author)] : []),
      this.#facts());
    if (hadFocus) this.#words.querySelector("[data-target]").focus({ preventScroll: true });
    this.#picture.localize();
    this.#keep.show(this.#hit.image ? { image: this.#hit.image } : null, () => this.#names().name);
  }

  #listen() {
    // A finger that scrolls past points at nothing.
    const near = (isNear) => ({ pointerType }) => {
      if (pointerType !== "touch") this.#picture.isNear = isNear;
    };
    this.element.addEventListener("pointerenter", near(true));
    this.element.addEventListener("pointerleave", near(false));
    this.element.addEventListener("focusin", ({ target }) => {
      if (target.matches("[data-target]:focus-visible")) this.#picture.isNear = true;
    });
    this.element.addEventListener("focusout", () => {
      this.#picture.isNear = false;
    });
  }

  /** Giphy's titles are made by rule: "Dancing Cat GIF by somebody". */
  #names() {
    const { title } = this.#hit;
    const match = /^(?<name>.+?) GIF(?: by (?<author>.+))?$/u.exec(title);
    return match ? match.groups : { name: title || text("gifsUntitled"), author: undefined };
  }

  #target(name) {
    const { url } = this.#hit;
    if (!url) return element("span", { "data-target": true, tabindex: "-1" }, name);
    return element("a", { "data-target": true, href: url, target: "_blank", rel: "noopener noreferrer" },
      name, element("span", { class: "unseen" }, ` ${text("opensNewTab")}`));
  }

  #facts() {
    const { rating, width, height, bytes, preview } = this.#hit;
    const facts = [];
    if (rating) facts.push(this.#rating(rating.toUpperCase()));
    if (width > 0 && height > 0) facts.push(element("span", {}, `${formatNumber(width)} × ${formatNumber(height)}`));
    if (bytes > 0) facts.push(element("span", {}, formatBytes(bytes)));
    if (!preview) facts.push(element("span", {}, text("gifsNoPicture")));
    return element("p", { class: "gif-facts" }, ...facts);
  }

  #rating(rating) {
    return element("span", { class: "gif-rating", title: text("gifsRated", { rating }) },
      element("span", { "aria-hidden": "true" }, rating),
      element("span", { class: "unseen" }, text("gifsRated", { rating })));
  }
}

/** The outline of a hit while the search is on its way. */
export function skeleton(shape) {
  const picture = element("div", { class: "gif-picture" });
  picture.style.setProperty("--shape", shape);
  return element("li", { class: "gif skeleton" }, picture,
    element("div", { class: "skeleton-line" }), element("div", { class: "skeleton-line skeleton-short" }));
}
