import { phasesOf } from "./phases.js";
import { formatTime } from "./text.js";

/** How high a row is, in pixels, as large as the text is. */
export let rowHeight = 28;
export const rulerHeight = 24;

/** Asks how large the text is: in a row of its own height the feet of large letters were cut off. */
export function measureRows() {
  rowHeight = Math.round(1.75 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
}

const ink = ["ink", "muted", "line", "sunk", "accent", "paper"];
/** What the parts of a bar are drawn in; each has its colour in the style sheet. */
export const tints = ["waiting", "connecting", "asking", "receiving", "storing", "working", "pausing", "delivering"];
const tintOf = {
  "waiting for a place": "waiting",
  connecting: "connecting",
  requesting: "asking",
  receiving: "receiving",
  storing: "storing",
  "waiting for the next try": "pausing",
};

/** Draws the rows that are in sight, as bars over time: the wait, the phases of the work, and how it ended. */
export class TimelineCanvas {
  element = document.createElement("canvas");
  #colours = {};

  /** Fits the canvas to its place, at the resolution of the screen. */
  resize(width, height) {
    const ratio = devicePixelRatio;
    const { element } = this;
    if (element.width === Math.round(width * ratio) && element.height === Math.round(height * ratio)) return;
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
  }

  /** Asks the style sheet for the colours, which are those of the theme. */
  recolour() {
    const style = getComputedStyle(this.element);
    for (const name of ink) this.#colours[name] = style.getPropertyValue(`--${name}`).trim();
    for (const name of tints) this.#colours[name] = style.getPropertyValue(`--timeline-${name}`).trim();
  }

  /**
   * @param {{ rows: Node[], first: number, offset: number, view: View, now: number, selected: number | null,
   *   zero: ((node: Node) => number) | null }} scene the rows from `first` on, moved up by `offset` pixels; `zero` gives the
   *   time that a row counts from, where families are laid over one another
   */
  draw(scene) {
    const context = this.element.getContext("2d");
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const [width, height] = [this.element.width / devicePixelRatio, this.element.height / devicePixelRatio];
    context.clearRect(0, 0, width, height);
    this.#drawRuler(context, scene, width, height);
    context.save();
    context.beginPath();
    context.rect(0, rulerHeight, width, height - rulerHeight);
    context.clip();
    for (let index = scene.first; index < scene.rows.length; index += 1) {
      const top = rulerHeight + (index - scene.first) * rowHeight - scene.offset;
      if (top > height) break;
      this.#drawRow(context, scene, scene.rows[index], top, width);
    }
    context.restore();
    if (scene.zero) return;
    const x = scene.view.x(scene.now);
    context.fillStyle = this.#colours.accent;
    if (x >= 0 && x <= width) context.fillRect(x, 0, 1.5, height);
  }

  #drawRuler(context, { view, now, zero }, width, height) {
    const step = niceStep(view.scale * 110);
    context.font = `11px ${getComputedStyle(this.element).fontFamily}`;
    context.textBaseline = "middle";
    const origin = zero ? 0 : now;
    let time = Math.ceil((view.left - origin) / step) * step;
    for (; view.x(time + origin) < width; time += step) {
      const x = view.x(time + origin);
      context.fillStyle = this.#colours.line;
      context.fillRect(x, 0, 1, height);
      context.fillStyle = this.#colours.muted;
      context.fillText(time === 0 ? "0" : formatTime(time, step), x + 4, rulerHeight / 2);
    }
    context.fillStyle = this.#colours.line;
    context.fillRect(0, rulerHeight - 1, width, 1);
  }

  #drawRow(context, { view, now, selected, zero }, node, top, width) {
    const { run } = node;
    const from = zero ? zero(node) : 0;
    const x = (time) => Math.min(Math.max(view.x(time - from), -2), width + 2);
    if (run.id === selected) {
      context.fillStyle = this.#colours.sunk;
      context.fillRect(0, top, width, rowHeight);
    }
    const end = run.ended ?? now;
    const [y, thickness] = [top + 7, rowHeight - 14];
    const bar = (begin, stop, colour) => {
      const [left, right] = [x(begin), x(stop)];
      if (right < 0 || left > width) return;
      context.fillStyle = colour;
      context.fillRect(left, y, Math.max(right - left, 1.5), thickness);
    };
    const begun = run.started ?? end;
    if (begun > run.made) bar(run.made, begun, this.#colours.waiting);
    if (run.started !== undefined) bar(run.started, end, this.#colours.working);
    phasesOf(node).forEach(({ name, at }, index, phases) => {
      const tint = this.#colours[tintOf[name] ?? "working"];
      bar(at, phases[index + 1]?.at ?? end, tint);
    });
    // Each run is delivered; what takes no time would be a stripe at the end of each.
    if (run.delivered !== undefined && (run.delivered - end) / view.scale >= 1) {
      bar(end, run.delivered, this.#colours.delivering);
    }
    if (run.outcome === undefined) this.#drawOpenEnd(context, x(end), y, thickness);
    else this.#drawEnding(context, run, x(end), y, thickness);
  }

  #drawOpenEnd(context, x, y, thickness) {
    context.fillStyle = this.#colours.accent;
    context.fillRect(x - 1.5, y - 2, 3, thickness + 4);
  }

  /** Told by form, not by colour alone: a cross for a failure, a bar across for a cancellation, nothing for a success. */
  #drawEnding(context, run, x, y, thickness) {
    if (["succeeded", "unseen"].includes(run.outcome) && !run.notes) return;
    context.strokeStyle = run.outcome === "cancelled" ? this.#colours.ink : this.#colours.accent;
    context.lineWidth = 2;
    context.beginPath();
    if (run.outcome === "cancelled") {
      context.moveTo(x, y - 4);
      context.lineTo(x, y + thickness + 4);
    } else if (run.outcome === "failed") {
      context.moveTo(x + 3, y);
      context.lineTo(x + 3 + thickness, y + thickness);
      context.moveTo(x + 3 + thickness, y);
      context.lineTo(x + 3, y + thickness);
    } else {
      context.arc(x + 8, y + thickness / 2, 4, 0, 2 * Math.PI);
    }
    context.stroke();
  }
}

/** One, two or five of a power of ten, at least as long. */
function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least);
}
