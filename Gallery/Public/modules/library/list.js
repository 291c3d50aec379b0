import { element } from "../dom.js";
import { focusItem } from "../grid-keys.js";
import { formatNumber, text } from "../i18n.js";
import { stopDownloads } from "../pictures.js";
import { Roving } from "../roving.js";
import { card } from "./card.js";

/** How far below the window the end of the list is when more is asked for. */
const margin = "600px";

/** The things in their order, and the keyboard's way through them. Dispatches `more`, `open` and `delete` with a thing. */
export class List extends EventTarget {
  #list = element("ol", { class: "things", role: "list", "data-label": "shelfThings" });
  #place = element("p", { class: "things-place" });
  #more = element("button", {
    type: "button", class: "action action-quiet", onclick: () => this.#tell("more"),
  });
  #foot = element("div", { class: "things-foot", hidden: true }, this.#place, this.#more);
  element = element("div", { class: "things-wall" }, this.#list, this.#foot);
  #keyboard = new Roving(this.#list);
  #things = [];
  #observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting) && !this.#more.hidden) this.#tell("more");
  }, { rootMargin: margin });

  /** Shows things in the place of those before. The focus stays with its thing. */
  show(things) {
    const focused = document.activeElement?.closest(".thing")?.dataset.id;
    stopDownloads(this.#list);
    this.#things = things;
    this.#list.replaceChildren(...things.map((thing) => this.#card(thing)));
    if (focused) this.#list.querySelector(`[data-id="${focused}"] [data-target]`)?.focus({ preventScroll: true });
    this.#keyboard.refresh();
  }

  /** Shows things behind those that are here. A keyboard that asked for them goes on at the first. */
  add(things) {
    const asked = this.#more.matches(":focus-visible");
    const cards = things.map((thing) => this.#card(thing));
    this.#list.append(...cards);
    this.#keyboard.refresh();
    if (asked && cards.length > 0) focusItem(cards[0].querySelector("[data-target]"));
  }

  hasFocus(id) {
    return this.#item(id)?.contains(document.activeElement) ?? false;
  }

  /** Takes one away, and gives its neighbour. */
  remove(id) {
    const item = this.#item(id);
    const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
    item?.remove();
    this.#keyboard.refresh();
    return neighbour;
  }

  /** @param {{ count: number, more: boolean, waiting: boolean } | null} foot */
  set foot(foot) {
    this.#foot.hidden = foot === null;
    if (foot === null) return void this.#observer.disconnect();
    const count = formatNumber(this.#list.children.length);
    this.#place.textContent = text("shelfPlace", { count, total: formatNumber(foot.count) });
    this.#more.hidden = !foot.more;
    this.#more.textContent = text(foot.waiting ? "gifsMoreComing" : "libraryMore");
    this.#more.setAttribute("aria-disabled", foot.waiting);
    // Observed anew: who is still in sight says so again.
    this.#observer.disconnect();
    if (foot.more && !foot.waiting) this.#observer.observe(this.#foot);
  }

  set busy(busy) {
    this.element.setAttribute("aria-busy", busy);
  }

  clear() {
    this.#observer.disconnect();
    stopDownloads(this.#list);
    this.#things = [];
    this.#list.replaceChildren();
    this.#foot.hidden = true;
  }

  localize() {
    this.show(this.#things);
  }

  /** Moves the focus by a number of things; from outside, to the one that is on the screen. */
  move(step) {
    this.#keyboard.move(step);
  }

  focus(id) {
    focusItem(this.#item(id)?.querySelector("[data-target]"));
  }

  #item(id) {
    return this.#list.querySelector(`[data-id="${id}"]`);
  }

  #card(thing) {
    return card(thing, {
      onOpen: () => this.#tell("open", thing),
      onDelete: () => this.#tell("delete", thing),
    });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
