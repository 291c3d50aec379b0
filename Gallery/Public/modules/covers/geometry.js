/** The highest that an element may be in any browser, and a little less. */
const highest = 15_000_000;
/** How far the page goes on below what was seen, in windows. */
const ahead = 12;

/**
 * Where things are on the wall. All lengths are in pixels, and all places from the wall's upper left corner.
 *
 * No element is high enough for a list without end: the wall is a part of it, which begins with another row of the list
 * when the reader comes near one of its ends.
 */
export class Geometry {
  /** The row of the list with which the wall begins. */
  #firstRow = 0;

  /**
   * @param {{ width: number, narrowest: number, cardHeight?: number, columnGap: number, rowGap: number,
   *   viewport: number }} measures the width of the wall, the least one of a card, a card's height, and the height of
   *   the window
   */
  constructor({ width, narrowest, cardHeight, columnGap, rowGap, viewport }) {
    this.width = width;
    this.columns = Math.max(1, Math.floor((width + columnGap) / (narrowest + columnGap)));
    this.cardWidth = (width - columnGap * (this.columns - 1)) / this.columns;
    this.cardHeight = cardHeight;
    this.rowHeight = cardHeight + rowGap;
    this.columnGap = columnGap;
    this.rowGap = rowGap;
    this.viewport = viewport;
  }

  /**
   * How many cards there are: what fills the window and half a window above and below it, and a row that is half in
   * sight at the end of that.
   */
  get cardCount() {
    return this.columns * (Math.ceil((this.viewport * 2) / this.rowHeight) + 1);
  }

  /** The first of the cards there are, where the window begins at `top`. */
  firstCard(top) {
    return (this.#firstRow + Math.max(0, Math.floor((top - this.viewport / 2) / this.rowHeight))) * this.columns;
  }

  /** The first article in the window: of the first row of which at least half is in sight. */
  firstInWindow(top) {
    return (this.#firstRow + Math.max(0, Math.floor((top + this.cardHeight / 2) / this.rowHeight))) * this.columns;
  }

  rowTop(index) {
    return (Math.floor(index / this.columns) - this.#firstRow) * this.rowHeight;
  }

  place(index) {
    return { left: (index % this.columns) * (this.cardWidth + this.columnGap), top: this.rowTop(index) };
  }

  /** How high the wall is for one who has seen it down to `bottom`, where the list has `count` articles or no end. */
  height(bottom, count) {
    const whole = (Math.ceil(count / this.columns) - this.#firstRow) * this.rowHeight - this.rowGap;
    return Math.max(0, Math.min(whole, highest, bottom + ahead * this.viewport));
  }

  /** Has the wall begin so that there is room around `top`; gives by how much everything on it has moved down. */
  shift(top) {
    const room = ahead * this.viewport;
    if (top < highest - 2 * room && (this.#firstRow === 0 || top > room)) return 0;
    const before = this.#firstRow;
    const row = before + Math.floor(top / this.rowHeight);
    this.#firstRow = Math.max(0, row - Math.floor(highest / 2 / this.rowHeight));
    return (before - this.#firstRow) * this.rowHeight;
  }

  /** Whether it was made for a wall and a window of these sizes. */
  isOf({ width, viewport }) {
    return width === this.width && viewport === this.viewport;
  }

  /** Whether everything is as large. */
  equals(other) {
    return other !== null && Object.keys(this).every((key) => this[key] === other[key]);
  }
}
