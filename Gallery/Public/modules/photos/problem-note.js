import { element } from "../dom.js";
import { text } from "../i18n.js";

/** Says what did not work, until the next try. */
export class ProblemNote {
  element = element("div", { class: "photos-problem", hidden: true });
  #problem = null;

  show(problem) {
    this.#problem = problem;
    this.element.hidden = false;
    this.element.replaceChildren(
      element("section", { class: "panel", role: "alert" }, element("div", { class: "panel-words" },
        element("h2", {}, text("photosErrorTitle")), element("p", {}, sentence(problem)))));
  }

  clear() {
    this.#problem = null;
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  localize() {
    if (this.#problem) this.show(this.#problem);
  }
}

function sentence({ kind, status, detail }) {
  if (kind === "refused") return detail ?? text("errorStatus", { status });
  return text(kind === "unreadable" ? "errorUnreadable" : "photosUnreachableDetail");
}
