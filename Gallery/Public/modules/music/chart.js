import { element } from "../dom.js";
import { stopDownloads } from "../pictures.js";
import { Roving } from "../roving.js";
import { card, skeleton } from "./card.js";
import { matcher } from "./matching.js";

/** More outlines than fit on a large screen would only make the page jump when the chart is shorter. */
const mostSkeletons = 30;

/** The covers in their order, and the keyboard's way through them. */
export class Chart {
  element = element("div", { class: "chart" });
  #list = element("ol", { class: "cards", role: "list" });
  #keyboard = new Roving(this.#list);
  #items = [];

  constructor() {
    this.element.append(this.#list);
  }

  /** Shows the items, the first time with a movement. The focus stays at its rank. */
  show(items, { arriving }) {
    const focused = this.#allTargets().indexOf(document.activeElement);
    this.#replace(items, items.map(card));
    if (focused >= 0) this.#allTargets()[focused]?.focus({ preventScroll: true });
    this.#keyboard.refresh();
    this.#list.classList.toggle("is-arriving", arriving);
    this.#list.removeAttribute("aria-hidden");
  }

  showSkeletons(count) {
    const length = Math.min(count, mostSkeletons);
    this.#replace([], Array.from({ length }, (_, index) => skeleton(index + 1)));
    this.#list.setAttribute("aria-hidden", "true");
  }

  clear() {
    this.#replace([], []);
  }

  /** Shows again what is there, in the language of now. */
  localize() {
    if (this.#items.length > 0) this.show(this.#items, { arriving: false });
  }

  /** Hides what does not match, and gives the number of items left. */
  filter(filter) {
    const matches = matcher(filter);
    let left = 0;
    this.#items.forEach((item, index) => {
      const shown = matches(item);
      this.#list.children[index].hidden = !shown;
      if (shown) left += 1;
    });
    this.#list.classList.toggle("is-filtered", left < this.#items.length);
    this.#keyboard.refresh();
    return left;
  }

  set label(label) {
    this.#list.setAttribute("aria-label", label);
  }

  set busy(busy) {
    this.element.setAttribute("aria-busy", busy);
  }

  /** Moves the focus by a number of items; from outside the chart, to the item that is on the screen. */
  move(step) {
    this.#keyboard.move(step);
  }

  #allTargets() {
    return [...this.#list.querySelectorAll("[data-target]")];
  }

  #replace(items, children) {
    stopDownloads(this.#list);
    this.#items = items;
    this.#list.classList.remove("is-filtered");
    this.#list.replaceChildren(...children);
  }
}
