import { focusItem, stepFrom, wayThrough } from "./grid-keys.js";

/**
 * The keyboard's way through a list, whose items have a `[data-target]` each: one stop of the tab key for all of them, and
 * the arrow keys from one to the next.
 */
export class Roving {
  #list;
  /** The target at which the tab key stops. */
  #stop = null;

  constructor(list) {
    this.#list = list;
    list.addEventListener("keydown", (event) => this.#press(event));
    list.addEventListener("focusin", ({ target }) => {
      if (target.matches("[data-target]")) this.#stopAt(target);
    });
  }

  /** Those of the items that are shown. */
  get targets() {
    return [...this.#list.querySelectorAll("[data-target]")].filter((target) => !target.closest("[hidden]"));
  }

  /** Moves the focus by a number of items; from outside the list, to the item that is on the screen. */
  move(step) {
    focusItem(stepFrom(this.targets, step));
  }

  /** The items are other ones, or others of them are shown. */
  refresh() {
    const { targets } = this;
    const stop = [document.activeElement, this.#stop].find((target) => targets.includes(target)) ?? targets[0] ?? null;
    for (const target of this.#list.querySelectorAll("[data-target]")) target.tabIndex = target === stop ? 0 : -1;
    this.#stop = stop;
  }

  #stopAt(target) {
    if (this.#stop) this.#stop.tabIndex = -1;
    target.tabIndex = 0;
    this.#stop = target;
  }

  #press(event) {
    const target = wayThrough(event, this.targets);
    if (target === null) return;
    event.preventDefault();
    focusItem(target);
  }
}
