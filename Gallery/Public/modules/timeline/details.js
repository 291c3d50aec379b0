import { drawings, element, icon } from "../dom.js";
import { formatBytes, formatNumber, localize, text } from "../i18n.js";
import { styleName } from "../styles.js";
import { phasesOf } from "./phases.js";
import { formatTime, jobName, phaseName, stateName, title } from "./text.js";

/** Everything that is known of one run. Dispatches `go` with the number of another one, and `close`. */
export class RunDetails extends EventTarget {
  element = element("section", { class: "timeline-details", "data-label": "timelineDetails", hidden: true });
  #shown = "";
  #looked = [];

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** @param {Node | undefined} node what is shown; nothing hides it */
  show(node, store, now) {
    this.element.hidden = !node;
    if (!node) return;
    const { run } = node;
    // Asked for in every frame: whose work is shared with whom is looked for among all runs.
    const looked = [run, store.version, text("timelineLine")];
    if (looked.every((part, index) => part === this.#looked[index])) return;
    this.#looked = looked;
    const sharers = store.sharers(run.id);
    // Drawn again only when something has changed.
    const shown = JSON.stringify([run, phasesOf(node), node.children.length, sharers.length, looked[2]]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const facts = this.#facts(node, store, sharers, now);
    const focused = this.hasFocus ? document.activeElement : null;
    this.element.replaceChildren(
      element("header", {},
        element("h2", { tabindex: "-1" }, title(run)),
        element("button", {
          type: "button", class: "round", "data-label": "close", onclick: () => this.dispatchEvent(new Event("close")),
        }, icon(drawings.cross))),
      element("dl", {}, ...facts.filter(Boolean).flatMap(([key, ...content]) =>
        [element("dt", {}, text(key)), element("dd", {}, ...content)])));
    localize(this.element);
    if (focused) this.#focusAgain(focused);
  }

  /** The focus stays on what has been drawn again, and comes to the title of another run that was gone to. */
  #focusAgain({ className, dataset }) {
    const same = [...this.element.querySelectorAll("button")]
      .find((button) => button.className === className && button.dataset.run === dataset.run);
    (same ?? this.element.querySelector("h2")).focus({ preventScroll: true });
  }

  #facts(node, store, sharers, now) {
    const { run, children, parent } = node;
    const link = (run) => element("button", {
      type: "button", class: "timeline-link", "data-run": run.id, onclick: () => this.dispatchEvent(new CustomEvent("go", { detail: run.id })),
    }, `#${run.id} ${title(run)}`);
    const known = (id) => {
      const node = store.find(id);
      return node ? link(node.run) : `#${id}`;
    };
    const few = (runs) => [...runs.slice(0, 12).map(link), ...(runs.length > 12 ? [`+ ${formatNumber(runs.length - 12)}`] : [])];
    return [
      ["timelineNumber", `#${run.id}`],
      run.job && ["timelineJob", jobName(run.job)],
      run.style && ["style", styleName(run.style)],
      ["timelineState", stateName(run)],
      run.error && ["timelineError", run.error],
      ...(run.notes ?? []).map(({ kind, line }) =>
        ["timelineNote", text(`timelineNote_${kind}`), ...(line ? [" ", element("code", {}, line)] : [])]),
      ["timelineErrand", run.name],
      ["timelineLine", element("code", {}, run.line)],
      ["timelineTime", run.ended === undefined ? stateName(run) : formatTime(run.ended - run.made)],
      ["timelineParts", ...parts(node, now)],
      run.from && ["timelineFrom", text(`timelineFrom_${run.from}`)],
      run.connection && ["timelineConnection", connectionName(run.connection)],
      run.bytes > 0 && ["timelineBytes", formatBytes(run.bytes)],
      run.attempts > 1 && ["timelineAttempts", formatNumber(run.attempts)],
      run.joined !== undefined && ["timelineJoined", known(run.joined)],
      sharers.length > 0 && ["timelineSharers", ...few(sharers)],
      parent && ["timelineParent", link(parent.run)],
      children.length > 0 && ["timelineChildren", ...few(children.map(({ run }) => run))],
    ];
  }
}

function connectionName({ isReused, made }) {
  if (isReused) return text("timelineConnectionReused");
  return text("timelineConnectionMade", { time: formatTime(made) });
}

/** How long each part of its life took. */
function parts(node, now) {
  const { run } = node;
  const end = run.delivered ?? run.ended ?? now;
  const stops = [[text("timelineMade"), run.made]];
  if (run.queued !== undefined) stops.push([text("timelineQueued"), run.queued]);
  if (run.started !== undefined) stops.push([text("timelineAtWork"), run.started]);
  for (const { name, at } of phasesOf(node)) stops.push([phaseName(name), at]);
  if (run.delivered !== undefined) stops.push([text("timelineDelivering"), run.ended]);
  return stops.map(([name, at], index) => {
    const until = stops[index + 1]?.[1] ?? end;
    const isOver = index + 1 < stops.length || run.ended !== undefined;
    return element("span", { class: "timeline-part" }, isOver ? `${name} ${formatTime(until - at)}` : `${name} …`);
  });
}
