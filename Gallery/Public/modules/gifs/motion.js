import { recall, remember } from "../preferences.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Whether animations move: as the reader chose, and until then as the system says. Dispatches `change`.
 */
export class Motion extends EventTarget {
  #ending = new AbortController();

  constructor() {
    super();
    reduced.addEventListener("change", () => this.#changed(), { signal: this.#ending.signal });
  }

  get isOn() {
    const chosen = recall("motion");
    return chosen === null ? !reduced.matches : chosen === "on";
  }

  set isOn(isOn) {
    // The system's own choice is not remembered: one who changes that later means the page too.
    remember("motion", isOn === !reduced.matches ? null : isOn ? "on" : "off");
    this.#changed();
  }

  end() {
    this.#ending.abort();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
