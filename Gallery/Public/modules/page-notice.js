import { element } from "./dom.js";
import { text } from "./i18n.js";
import { Notice } from "./notice.js";

const sign = "M10 3 2.5 16.5h15zM10 8v4M10 14.2v.2";

/** Says what did not work of what no screen has asked for. It stays in sight, however far down the page the reader is. */
export class PageNotice {
  #notice = new Notice(sign, {});
  #main;

  /** @param {HTMLElement} main what it stands above, which gets the focus of its buttons: they go away when pressed */
  constructor(main) {
    this.#main = main;
    this.#notice.element.classList.add("page-notice");
    main.before(this.#notice.element);
  }

  /**
   * @param {() => string} title what did not work, in the language of now
   * @param {import("./api.js").Problem} problem
   * @param {() => void} retry
   */
  tell(title, problem, retry) {
    this.#notice.say(problem, () => [
      title(), problem.detail ?? text("unreachableTitle"),
      this.#button("retry", retry), " ", this.#button("close", () => {}, "action-quiet"),
    ], "alert");
  }

  clear() {
    this.#notice.clear();
  }

  localize() {
    this.#notice.localize();
  }

  #button(label, act, kind = "") {
    const press = () => {
      this.clear();
      this.#main.focus({ preventScroll: true });
      act();
    };
    return element("button", { type: "button", class: `action ${kind}`.trim(), onclick: press }, text(label));
  }
}
