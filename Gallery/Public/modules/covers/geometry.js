/** The highest that an element may be in any browser, and a little less. */
const highest = 15_000_000;
/** How far the page goes on below what was seen, in windows. */
const ahead = 12;

/** Where things are on the wall. All lengths are in pixels, and all places from the wall's upper left corner. */
export class Geometry {
  /**
   * @param {{ width: number, narrowest: number, cardHeight?: number, columnGap: number, rowGap: number,
   *   viewport: number }} measures the width of the wall, the least one of a card, a card's height, and the height of
   *   the window
   */
  constructor({ width, narrowest, cardHeight, columnGap, rowGap, viewport }) {
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
    return Math.max(0, Math.floor((top - this.viewport / 2) / this.rowHeight)) * this.columns;
  }

  /** The first article in the window: of the first row of which at least half is in sight. */
  firstInWindow(top) {
    return Math.max(0, Math.floor((top + this.cardHeight / 2) / this.rowHeight)) * this.columns;
  }

  rowTop(index) {
    return Math.floor(index / this.columns) * this.rowHeight;
  }

  place(index) {
    return { left: (index % this.columns) * (this.cardWidth + this.columnGap), top: this.rowTop(index) };
  }

  /** How high the wall is for one who has seen it down to `bottom`, where the list has `count` articles or no end. */
  height(bottom, count) {
    const whole = Math.ceil(count / this.columns) * this.rowHeight - this.rowGap;
    return Math.max(0, Math.min(whole, highest, bottom + ahead * this.viewport));
  }

  /** Whether everything is in the same place. */
  equals(other) {
    return other !== null && Object.keys(this).every((key) => this[key] === other[key]);
  }
}
