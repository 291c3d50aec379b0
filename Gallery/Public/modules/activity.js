import { formatNumber, text } from "./i18n.js";

/** Shorter loads than this never appear: a note that flashes is worse than none. */
const patience = 250;

/** The small note at the foot of the page: how much is in flight, and the oldest of it. */
export class ActivityNote {
  #note;
  #loads;
  #timer = undefined;

  constructor(note, loads) {
    this.#note = note;
    this.#loads = loads;
    loads.addEventListener("change", () => this.#changed());
  }

  #changed() {
    if (this.#loads.inFlight.length === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#note.hidden = true;
    } else if (!this.#note.hidden) {
      this.#write();
    } else {
      this.#timer ??= setTimeout(() => this.#show(), patience);
    }
  }

  #show() {
    this.#timer = undefined;
    this.#note.hidden = false;
    this.#write();
  }

  #write() {
    const loads = this.#loads.inFlight;
    const first = loads.find((load) => load.state === "retrying") ?? loads[0];
    const label = String(first.label ?? "");
    const parts = [text("inFlight", { count: formatNumber(loads.length) })];
    parts.push(first.state === "retrying" ? text("retrying", { label }) : label);
    if (first.total > 0) parts.push(formatNumber(first.completed / first.total, { style: "percent" }));
    this.#note.textContent = parts.join(" · ");
  }
}
