import { element } from "../dom.js";
import { focusItem, stepFrom, wayThrough } from "../grid-keys.js";
import { text } from "../i18n.js";
import { stopDownloads } from "../pictures.js";
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

  constructor() {
    super();
    this.#list.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows hits in the place of those before, with a movement of their own. */
  show(hits, isOn) {
    this.stop();
    this.#cards = hits.map((hit) => new Card(hit, isOn));
    this.#list.classList.add("is-arriving");
    this.#list.removeAttribute("aria-hidden");
    this.#masonry.show(this.#cards.map((card) => card.element));
  }

  /** Shows hits behind those that are here. A keyboard that asked for them goes on at the first. */
  add(hits, isOn) {
    const cards = hits.map((hit) => new Card(hit, isOn));
    const asked = this.#more.matches(":focus-visible");
    this.#list.classList.remove("is-arriving");
    this.#cards.push(...cards);
    this.#masonry.add(cards.map((card) => card.element));
    if (asked && cards.length > 0) focusItem(cards[0].element.querySelector("[data-target]"));
  }

  showSkeletons() {
    this.stop();
    this.#cards = [];
    this.#list.setAttribute("aria-hidden", "true");
    this.#masonry.show(shapes.map(skeleton));
  }

  /** Loads no more of what is here: a browser has six connections for all, and the search needs one. */
  stop() {
    stopDownloads(this.#list);
  }

  clear() {
    this.stop();
    this.#cards = [];
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
  }

  /** Moves the focus by a number of hits; from outside, to the one that is on the screen. */
  move(step) {
    focusItem(stepFrom(this.#targets(), step));
  }

  #press(event) {
    const target = wayThrough(event, this.#targets());
    if (target === null) return;
    event.preventDefault();
    focusItem(target);
  }

  #targets() {
    return [...this.#list.querySelectorAll("[data-target]")];
  }
}
