import { element, icon } from "./dom.js";
import { formatNumber, text } from "./i18n.js";

/** What stands in the place of a screen's content, or above it, when there is something to say instead. */
export class Notice {
  element = element("div", { class: "notice", hidden: true });
  #drawing;
  #titles;
  #timer = undefined;
  /** What is being said: an alert that is put on the page a second time would be spoken a second time. */
  #subject = null;
  #draw = null;

  /**
   * @param {string} drawing path data for the panel's drawing
   * @param {{ failed: string, offline: string }} titles the keys of what is said of a load that failed, and of one
   *   that waits for the network
   */
  constructor(drawing, titles) {
    this.#drawing = drawing;
    this.#titles = titles;
  }

  /** @param {unknown} subject only what is said of this; by default whatever is said */
  clear(subject = this.#subject) {
    if (subject !== this.#subject) return;
    clearInterval(this.#timer);
    this.#subject = null;
    this.#draw = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  localize() {
    this.#draw?.();
  }

  /** Says something, with `words` to make its title, its sentence, and buttons in the language of now. */
  say(subject, words, role = "status") {
    if (this.#subject === subject) return;
    this.#show(subject, () => this.#panel(role, ...words()));
  }

  /** A problem, with a button that waits for as long as the server asked to be left alone. */
  showProblem(problem, retry) {
    if (this.#subject === problem) return;
    const button = element("button", { type: "button", class: "action" });
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") retry();
    });
    const tick = () => {
      const left = Math.ceil((problem.retryAt - performance.now()) / 1000);
      const words = left > 0 ? text("retryIn", { wait: duration(left) }) : text("retry");
      if (left <= 0) clearInterval(this.#timer);
      if (button.textContent === words) return;
      button.setAttribute("aria-disabled", left > 0);
      button.textContent = words;
    };
    this.#show(problem, () => {
      tick();
      return this.#panel("alert", ...this.#sentences(problem), button);
    });
    if (problem.retryAt > performance.now()) this.#timer = setInterval(tick, 250);
  }

  #show(subject, make) {
    this.clear();
    this.#subject = subject;
    this.#draw = () => this.element.replaceChildren(make());
    this.element.hidden = false;
    this.#draw();
  }

  /** The words alone are told: a button that counts seconds would be told with each of them. */
  #panel(role, title, detail, ...actions) {
    return element("section", { class: "panel" },
      element("div", { class: "panel-drawing" }, icon(this.#drawing)),
      element("div", { class: "panel-words" },
        element("div", { role }, element("h2", {}, title), element("p", {}, detail)), ...actions));
  }

  #sentences({ kind, status, detail }) {
    const { failed, offline } = this.#titles;
    if (kind === "refused") return [text(failed), detail ?? text("errorStatus", { status })];
    if (kind === "unreadable") return [text(failed), text("errorUnreadable")];
    if (!navigator.onLine) return [text("offlineTitle"), text(offline)];
    return [text("unreachableTitle"), text("unreachableDetail")];
  }
}

function duration(seconds) {
  const [value, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return formatNumber(value, { style: "unit", unit, unitDisplay: "short" });
}
