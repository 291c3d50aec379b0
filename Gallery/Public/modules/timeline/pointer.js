/**
 * A drag on the canvas moves the view, and so does a wheel across; with Control or Command a wheel zooms, as maps do.
 * Dispatches `pick` with how far below the upper edge was pressed without a drag.
 */
export class Pointer extends EventTarget {
  #canvas;
  #view;
  #ending = new AbortController();
  /** Where it was last, while it is down. */
  #last = null;
  #moved = 0;

  constructor(canvas, view) {
    super();
    [this.#canvas, this.#view] = [canvas, view];
    const { signal } = this.#ending;
    canvas.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#move(event), { signal });
    canvas.addEventListener("pointercancel", () => (this.#last = null), { signal });
    canvas.addEventListener("pointerup", (event) => this.#release(event), { signal });
    canvas.addEventListener("wheel", (event) => this.#turn(event), { signal, passive: false });
  }

  close() {
    this.#ending.abort();
  }

  #press({ clientX, pointerId }) {
    [this.#last, this.#moved] = [clientX, 0];
    this.#canvas.setPointerCapture(pointerId);
  }

  #move({ clientX }) {
    if (this.#last === null) return;
    this.#moved += Math.abs(clientX - this.#last);
    if (this.#isDrag) this.#view.pan(this.#last - clientX);
    this.#last = clientX;
  }

  #release({ offsetY }) {
    this.#last = null;
    if (!this.#isDrag) this.dispatchEvent(new CustomEvent("pick", { detail: offsetY }));
  }

  get #isDrag() {
    return this.#moved > 3;
  }

  #turn(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#view.zoom(1.002 ** event.deltaY, event.offsetX);
    } else if (event.deltaX !== 0) {
      event.preventDefault();
      this.#view.pan(event.deltaX);
    }
  }
}
