/**
 * Lays the items of a grid out in columns, each item in the column that is shortest so far, in the order of the list,
 * so that what is there already never moves when more comes behind it. How many columns there are and how broad they
 * are is the style sheet's.
 */
export class Masonry {
  #list;
  /** Tells of other heights, for whatever reason: the window, the text's size, the language. */
  #observer = new ResizeObserver(() => this.place());

  constructor(list) {
    this.#list = list;
  }

  /** Takes the place of the items before. */
  show(items) {
    this.clear();
    this.add(items);
    this.#observer.observe(this.#list);
  }

  add(items) {
    this.#list.append(...items);
    for (const item of items) this.#observer.observe(item);
    this.place();
  }

  clear() {
    this.#observer.disconnect();
    this.#list.replaceChildren();
    this.#list.style.removeProperty("height");
  }

  place() {
    const items = [...this.#list.children];
    // An item in a column that there is no more room for would have that column counted as one.
    for (const item of items) item.style.removeProperty("grid-column");
    const { gridTemplateColumns, rowGap } = getComputedStyle(this.#list);
    const columns = gridTemplateColumns.split(" ").map(() => 0);
    const gap = Number.parseFloat(rowGap) || 0;
    // All are measured before one is moved: in turns, each would have the whole page laid out anew.
    const heights = items.map((item) => item.getBoundingClientRect().height);
    items.forEach((item, index) => {
      const column = columns.indexOf(Math.min(...columns));
      item.style.gridColumn = column + 1;
      item.style.translate = `0 ${columns[column]}px`;
      columns[column] += heights[index] + gap;
    });
    this.#list.style.height = items.length > 0 ? `${Math.max(...columns) - gap}px` : "";
  }
}
