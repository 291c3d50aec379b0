import { element, icon } from "../dom.js";
import { language, text } from "../i18n.js";

const record = "M10 2a8 8 0 1 0 .01 0M10 8.5a1.5 1.5 0 1 0 .01 0M5 10a5 5 0 0 1 2-4.1M15 10a5 5 0 0 1-2 4.1";

/** What stands in the place of the chart, or above it, when there is something to say instead. */
export class Notice {
  element = element("div", { class: "notice", hidden: true });
  #timer = undefined;
  /** What is being said: an alert that is put on the page a second time would be spoken a second time. */
  #subject = null;
  #draw = null;

  clear() {
    clearInterval(this.#timer);
    this.#subject = null;
    this.#draw = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  localize() {
    this.#draw?.();
  }

  /** An empty chart. */
  showEmpty() {
    if (this.#subject === "empty") return;
    this.#show("empty", () => panel("status", text("emptyTitle"), text("emptyDetail")));
  }

  /** A filter that leaves nothing. */
  showNoMatch(filter, clear) {
    this.#show(filter, () => panel("status", text("noMatchTitle"), text("noMatchDetail", { filter }),
      element("button", { type: "button", class: "action", onclick: clear }, text("clearFilter"))));
  }

  /** A problem, with a button that waits for as long as the server asked to be left alone. */
  showProblem(problem, retry) {
    if (this.#subject === problem) return;
    const button = element("button", { type: "button", class: "action" });
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") retry();
    });
    const tick = () => {
      const left = Math.ceil((problem.retryAt - Date.now()) / 1000);
      button.setAttribute("aria-disabled", left > 0);
      button.textContent = left > 0 ? text("retryIn", { wait: duration(left) }) : text("retry");
      if (left <= 0) clearInterval(this.#timer);
    };
    this.#show(problem, () => {
      tick();
      return panel("alert", ...sentences(problem), button);
    });
    if (problem.retryAt > Date.now()) this.#timer = setInterval(tick, 250);
  }

  #show(subject, make) {
    this.clear();
    this.#subject = subject;
    this.#draw = () => this.element.replaceChildren(make());
    this.element.hidden = false;
    this.#draw();
  }
}

function panel(role, title, detail, ...actions) {
  return element("section", { class: "panel", role },
    element("div", { class: "panel-drawing" }, icon(record)),
    element("div", { class: "panel-words" },
      element("h2", {}, title), element("p", {}, detail), ...actions));
}

function sentences({ kind, status, detail }) {
  if (kind === "refused") return [text("errorTitle"), detail ?? text("errorStatus", { status })];
  if (kind === "unreadable") return [text("errorTitle"), text("errorUnreadable")];
  if (!navigator.onLine) return [text("offlineTitle"), text("offlineDetail")];
  return [text("unreachableTitle"), text("unreachableDetail")];
}

function duration(seconds) {
  const [value, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short" }).format(value);
}
