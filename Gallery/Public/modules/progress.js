import { text } from "./i18n.js";

/** The thin line at the top of the page while the screen waits for its data. */
export class ProgressLine {
  #line;

  constructor(line) {
    this.#line = line;
  }

  /**
   * Shows the line, moving without end until a share is known.
   * @param {string} label the key of what is being waited for
   */
  begin(label) {
    this.#line.setAttribute("aria-label", text(label));
    this.#line.hidden = false;
    this.#indeterminate();
  }

  /** @param {number | null} total in the unit of `completed`; `null` while nobody knows */
  update(completed, total) {
    if (!(total > 0)) return this.#indeterminate();
    const share = Math.min(1, Math.max(0, completed / total));
    this.#line.dataset.known = "";
    this.#line.setAttribute("aria-valuenow", Math.round(share * 100));
    this.#line.style.setProperty("--share", share);
  }

  end() {
    this.#line.hidden = true;
  }

  #indeterminate() {
    delete this.#line.dataset.known;
    this.#line.removeAttribute("aria-valuenow");
  }
}
