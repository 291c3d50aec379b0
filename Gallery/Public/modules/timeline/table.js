import { element } from "../dom.js";
import { stepOf } from "../grid-keys.js";
import { styleName } from "../styles.js";
import { rowHeight } from "./canvas.js";
import { formatTime, stateName, title } from "./text.js";

/**
 * The names beside the bars, as a table of the rows in sight: it is what screen readers and keyboards go through. Dispatches
 * `select` with a run's number, `step` with the rows that an arrow key asks to go on by, `reached` when the focus comes, and
 * `empty` where the row that had it has gone and there is none to take it.
 */
export class RunTable extends EventTarget {
  #body = element("tbody");
  #head = ["timelineRun", "style", "timelineState", "timelineTime"]
    .map((key) => element("th", { scope: "col", "data-text": key }));
  element = element("table", { class: "timeline-table" },
    element("caption", { class: "unseen", "data-text": "timelineTable" }),
    // What is laid out by the widths of its first row has none where that is unseen.
    element("colgroup", {}, ...["name", "style", "state", "time"].map((kind) =>
      element("col", { class: `timeline-column-${kind}` }))),
    element("thead", { class: "unseen" }, element("tr", {}, ...this.#head)), this.#body);
  #rows = new Map();

  constructor() {
    super();
    this.#body.addEventListener("click", (event) => {
      const row = event.target.closest("tr");
      if (row) this.dispatchEvent(new CustomEvent("select", { detail: Number(row.dataset.run) }));
    });
    this.#body.addEventListener("keydown", (event) => this.#press(event));
    this.#body.addEventListener("focusin", () => this.dispatchEvent(new Event("reached")));
  }

  /**
   * Shows these rows. A row that was there stays the same element, so that nothing is read out twice. Where the one that has the
   * focus goes out of sight, the nearest one gets it.
   * @param {{ rows: Node[], first: number, count: number, offset: number, total: number, now: number,
   *   selected: number | null }} scene
   */
  show({ rows, first, count, offset, total, now, selected }) {
    const wanted = rows.slice(first, first + count);
    const ids = new Set(wanted.map(({ run }) => run.id));
    let lost = null;
    for (const [id, row] of this.#rows) {
      if (ids.has(id)) continue;
      if (row.element.contains(document.activeElement)) lost = Number(row.element.getAttribute("aria-rowindex")) - 2;
      row.element.remove();
      this.#rows.delete(id);
    }
    const reachable = ids.has(selected) ? selected : wanted[0]?.run.id;
    let place = this.#body.firstChild;
    wanted.forEach((node, index) => {
      let row = this.#rows.get(node.run.id);
      if (row) {
        // In the order in which they stand, unless a filter has let others in between.
        if (row.element === place) place = place.nextSibling;
        else this.#body.insertBefore(row.element, place);
      } else {
        row = makeRow(node);
        this.#rows.set(node.run.id, row);
        this.#body.insertBefore(row.element, place);
      }
      row.element.setAttribute("aria-rowindex", first + index + 2);
      updateRow(row, node, now, node.run.id === selected, node.run.id === reachable);
    });
    this.element.setAttribute("aria-rowcount", total + 1);
    this.#body.style.setProperty("--row", `${rowHeight}px`);
    this.#body.style.transform = `translateY(${-offset}px)`;
    if (lost === null) return;
    const nearest = (lost < first ? wanted[1] : wanted.at(-2)) ?? wanted[0];
    if (nearest) this.focus(nearest.run.id);
    else this.dispatchEvent(new Event("empty"));
  }

  /** Puts the focus on a run that is shown. */
  focus(id) {
    this.#rows.get(id)?.button.focus({ preventScroll: true });
  }

  #press(event) {
    const page = 10;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const by = stepOf(event, steps);
    if (by === null) return;
    event.preventDefault();
    const from = Number(event.target.closest("tr").dataset.run);
    this.dispatchEvent(new CustomEvent("step", { detail: { from, by } }));
  }
}

function makeRow(node) {
  const name = element("span", { class: "timeline-name" });
  const button = element("button", { type: "button", class: "timeline-open" }, name);
  button.style.setProperty("--depth", Math.min(node.depth, 12));
  const cells = ["style", "state", "time"].map((kind) => element("td", { class: `timeline-cell-${kind}` }));
  const row = element("tr", { "data-run": node.run.id }, element("th", { scope: "row" }, button), ...cells);
  return { element: row, button, name, cells };
}

function updateRow({ element: row, button, name, cells }, { run }, now, isSelected, isReachable) {
  put(name, title(run));
  put(cells[0], run.style ? styleName(run.style) : "");
  put(cells[1], run.notes ? `${stateName(run)} !` : stateName(run));
  put(cells[2], formatTime((run.ended ?? Math.max(now, run.made)) - run.made));
  row.dataset.state = run.outcome ?? "inFlight";
  row.classList.toggle("is-selected", isSelected);
  button.tabIndex = isReachable ? 0 : -1;
  button.setAttribute("aria-pressed", isSelected);
  if (button.title !== run.name) button.title = run.name;
}

/** What has not changed is left alone: text that is set again is laid out again. */
function put(node, words) {
  if (node.textContent !== words) node.textContent = words;
}
