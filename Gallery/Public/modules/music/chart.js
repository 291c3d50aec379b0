import { element } from "../dom.js";
import { stopDownloads } from "./artwork.js";
import { card, skeleton } from "./card.js";
import { matcher } from "./matching.js";

/** More outlines than fit on a large screen would only make the page jump when the chart is shorter. */
const mostSkeletons = 30;

/** The covers in their order, and the keyboard's way through them. */
export class Chart {
  element = element("div", { class: "chart" });
  #list = element("ol", { class: "cards", role: "list" });
  #items = [];

  constructor() {
    this.element.append(this.#list);
    this.#list.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows the items, the first time with a movement. The focus stays at its rank. */
  show(items, { arriving }) {
    const focused = this.#allTargets().indexOf(document.activeElement);
    this.#replace(items, items.map(card));
    if (focused >= 0) this.#allTargets()[focused]?.focus({ preventScroll: true });
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
    const targets = this.#targets();
    const current = targets.indexOf(document.activeElement);
    if (current >= 0) return this.#focus(targets[current + step]);
    const visible = targets.find((target) => target.closest(".card").getBoundingClientRect().bottom > 0);
    this.#focus(visible ?? targets[0]);
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const targets = this.#targets();
    const current = targets.indexOf(document.activeElement);
    if (current < 0) return;
    const moves = {
      ArrowRight: () => targets[current + 1],
      ArrowLeft: () => targets[current - 1],
      ArrowDown: () => neighbour(targets, current, 1),
      ArrowUp: () => neighbour(targets, current, -1),
      Home: () => targets[0],
      End: () => targets.at(-1),
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.#focus(moves[event.key]());
  }

  #allTargets() {
    return [...this.#list.querySelectorAll("[data-target]")];
  }

  /** The ones that the filter leaves. */
  #targets() {
    return this.#allTargets().filter((target) => !target.closest("[hidden]"));
  }

  #focus(target) {
    if (!target) return;
    target.focus({ preventScroll: true });
    target.closest(".card").scrollIntoView({ block: "nearest" });
  }

  #replace(items, children) {
    stopDownloads(this.#list);
    this.#items = items;
    this.#list.classList.remove("is-filtered");
    this.#list.replaceChildren(...children);
  }
}

/** The next target below (1) or above (-1) the current one: the nearest in the next row. */
function neighbour(targets, current, direction) {
  const box = (target) => target.closest(".card").getBoundingClientRect();
  const from = box(targets[current]);
  const centre = from.left + from.width / 2;
  const beyond = targets.map((target) => ({ target, box: box(target) })).filter(({ box }) =>
    direction > 0 ? box.top >= from.bottom - 1 : box.bottom <= from.top + 1);
  const distance = ({ box }) =>
    Math.abs(direction > 0 ? box.top - from.bottom : from.top - box.bottom) * 4
    + Math.abs(box.left + box.width / 2 - centre);
  return beyond.sort((one, other) => distance(one) - distance(other))[0]?.target;
}
