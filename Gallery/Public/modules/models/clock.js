import { element } from "../dom.js";
import { EventFeed } from "../events.js";
import { formatDate, formatNumber, text } from "../i18n.js";

const namespace = "http://www.w3.org/2000/svg";

/**
 * The server's clock. It is watched while it is on the screen of a page that somebody looks at: a page in the
 * background lets the server's timer stop. Dispatches `change` when it begins or ceases to tick.
 */
export class Clock extends EventTarget {
  #feed = new EventFeed({ topics: ["clock"], names: ["tick"] });
  #hands = [hand("hour", 17), hand("minute", 12), hand("second", 9)];
  #time = element("p", { class: "clock-time" });
  #date = element("p", { class: "clock-date" });
  #ticks = element("p", { class: "clock-ticks" });
  #tick = null;
  /** Full turns of each hand, so that none runs backwards from 59 to 0. */
  #turns = [0, 0, 0];
  #ending = new AbortController();

  constructor() {
    super();
    this.element = element("section", { class: "clock", "data-label": "clockFace" },
      face(this.#hands),
      element("div", { class: "clock-words" }, this.#time, this.#date, this.#ticks,
        element("p", { class: "clock-promise", "data-text": "clockPromise" })));
    this.#feed.addEventListener("tick", ({ detail }) => this.#show(detail));
    this.#feed.addEventListener("status", () => this.dispatchEvent(new Event("change")));
    const { signal } = this.#ending;
    document.addEventListener("visibilitychange", () => this.watch(), { signal });
    this.localize();
  }

  get isTicking() {
    return this.#feed.status === "live";
  }

  /** Watches the clock if somebody can see it. */
  watch() {
    if (document.visibilityState === "visible") this.#feed.start();
    else this.leave();
  }

  /** Watches it no longer. */
  leave() {
    this.#feed.stop();
  }

  close() {
    this.#ending.abort();
    this.leave();
  }

  localize() {
    const time = this.#tick?.time;
    this.#time.textContent = formatDate(time, { timeStyle: "medium" }) ?? "–";
    this.#date.textContent = formatDate(time, { dateStyle: "full" }) ?? "";
    const count = formatNumber(this.#tick?.tick ?? 0);
    this.#ticks.textContent = this.#tick ? text("clockTicks", { count }) : text("clockNone");
  }

  #show(tick) {
    const date = new Date(tick.time);
    if (Number.isNaN(date.getTime()) || !Number.isInteger(tick.tick)) return;
    this.#tick = tick;
    const seconds = date.getSeconds();
    const minutes = date.getMinutes() + seconds / 60;
    const hours = (date.getHours() % 12) + minutes / 60;
    [hours / 12, minutes / 60, seconds / 60].forEach((part, index) => {
      const before = this.#turns[index];
      let turns = Math.floor(before) + part;
      if (turns < before - 0.5) turns += 1;
      this.#turns[index] = turns;
      this.#hands[index].style.transform = `rotate(${turns}turn)`;
    });
    this.localize();
  }
}

function face(hands) {
  const drawing = made("svg", { viewBox: "0 0 64 64", class: "clock-face", "aria-hidden": "true" });
  drawing.append(made("circle", { class: "clock-rim", cx: 32, cy: 32, r: 30 }));
  for (let hour = 0; hour < 12; hour += 1) {
    const kind = hour % 3 === 0 ? "clock-mark clock-quarter" : "clock-mark";
    drawing.append(made("path", { class: kind, d: "M32 5v3", transform: `rotate(${hour * 30} 32 32)` }));
  }
  drawing.append(...hands, made("circle", { class: "clock-pin", cx: 32, cy: 32, r: 1.75 }));
  return drawing;
}

function hand(name, top) {
  return made("path", { class: `clock-hand clock-${name}`, d: `M32 ${name === "second" ? 38 : 34}V${top}` });
}

function made(name, attributes) {
  const node = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
