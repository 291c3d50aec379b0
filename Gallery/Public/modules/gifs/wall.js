import { element } from "../dom.js";
import { focusItem } from "../grid-keys.js";
import { text } from "../i18n.js";
import { stopDownloads } from "../pictures.js";
import { Roving } from "../roving.js";
import { Card, skeleton } from "./card.js";
import { Masonry } from "./masonry.js";

/** Shapes as they come, for the outlines. */
const shapes = [1, 16 / 9, 4 / 3, 9 / 16, 16 / 9, 1, 4 / 3, 9 / 16, 4 / 3, 1, 16 / 9, 4 / 3];

/** The hits in their order, and the keyboard's way through them. Dispatches `more`. */
export class Wall extends EventTarget {
  #list = element("ol", { class: "gifs", role: "list" });
  #masonry = new Masonry(this.#list);
  #more = element("button", {
    type: "button", class: "action action-quiet", onclick: () => this.dispatchEvent(new Event("more")),
  });
  #place = element("p", { class: "gifs-place" });
  #foot = element("div", { class: "gifs-foot", hidden: true }, this.#place, this.#more);
  element = element("div", { class: "gifs-wall" }, this.#list, this.#foot);
  #cards = [];
  #keyboard = new Roving(this.#list);
  /** Sees which cards are in the window, or within half a window of it: only these have a picture. */
  #sight = new IntersectionObserver((entries) => {
    const cards = new Map(this.#cards.map((card) => [card.element, card]));
    for (const { target, isIntersecting } of entries) {
      const card = cards.get(target);
      if (card) card.isInSight = isIntersecting;
    }
  }, { rootMargin: "50% 0px" });

  /** Shows hits in the place of those before, with a movement of their own. */
  show(hits, isOn) {
    this.#forget();
    this.#cards = this.#made(hits, isOn);
    this.#list.classList.add("is-arriving");
    this.#list.removeAttribute("aria-hidden");
    this.#masonry.show(this.#cards.map((card) => card.element));
    this.#keyboard.refresh();
  }

  /** Shows hits behind those that are here. A keyboard that asked for them goes on at the first. */
  add(hits, isOn) {
    const cards = this.#made(hits, isOn);
    const asked = this.#more.matches(":focus-visible");
    this.#list.classList.remove("is-arriving");
    this.#cards.push(...cards);
    this.#masonry.add(cards.map((card) => card.element));
    this.#keyboard.refresh();
    if (asked && cards.length > 0) focusItem(cards[0].element.querySelector("[data-target]"));
  }

  showSkeletons() {
    this.#forget();
    this.#list.setAttribute("aria-hidden", "true");
    this.#masonry.show(shapes.map(skeleton));
  }

  /** Loads no more of what is here: a browser has six connections for all, and the search needs one. */
  stop() {
    stopDownloads(this.#list);
  }

  clear() {
    this.#forget();
    this.#masonry.clear();
  }

  /** Whether the animations move. */
  set isOn(isOn) {
    for (const card of this.#cards) card.isOn = isOn;
  }

  set label(label) {
    this.#list.setAttribute("aria-label", label);
  }

  set busy(busy) {
    this.element.setAttribute("aria-busy", busy);
  }

  /**
   * Shows how far the hits go.
   * @param {{ place: string, more: boolean, waiting: boolean } | null} foot `null` where there are none
   */
  set foot(foot) {
    this.#foot.hidden = foot === null;
    if (foot === null) return;
    this.#place.textContent = foot.place;
    this.#more.hidden = !foot.more;
    this.#more.textContent = text(foot.waiting ? "gifsMoreComing" : "gifsMore");
    this.#more.setAttribute("aria-disabled", foot.waiting);
  }

  localize() {
    for (const card of this.#cards) card.localize();
    this.#keyboard.refresh();
  }

  /** Moves the focus by a number of hits; from outside, to the one that is on the screen. */
  move(step) {
    this.#keyboard.move(step);
  }

  #made(hits, isOn) {
    const cards = hits.map((hit) => new Card(hit, isOn));
    for (const { element } of cards) this.#sight.observe(element);
    return cards;
  }

  /** The cards go: their pictures before them. */
  #forget() {
    this.#sight.disconnect();
    for (const card of this.#cards) card.isInSight = false;
    this.#cards = [];
  }
}
