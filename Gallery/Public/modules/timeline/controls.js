import { element, icon } from "../dom.js";
import { field, fill } from "../fields.js";
import { Fold } from "../fold.js";
import { text } from "../i18n.js";
import { styleName, styles } from "../styles.js";
import { jobs, outcomes } from "./filter.js";
import { jobName } from "./text.js";

const drawings = {
  closer: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4M9 7v4M7 9h4",
  wider: "M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4M13 13l4 4M7 9h4",
  earlier: "M12 4l-6 6 6 6",
  later: "M8 4l6 6-6 6",
  pause: "M7 5v10M13 5v10",
  goOn: "M7 4l9 6-9 6z",
  follow: "M4 10h9M9 6l4 4-4 4M16 4v12",
  whole: "M3 10h14M6 7l-3 3 3 3M14 7l3 3-3 3",
  compare: "M10 3v14M3 6h5M3 10h4M3 14h5M12 6h5M12 10h3M12 14h5",
};

/**
 * What is looked for, and how it is looked at. Dispatches `change` with the fields of the query that have changed, `zoom` with
 * a factor, `pan` with 1 or -1, and `pause`, `follow`, `whole` and `compare`.
 */
export class Controls extends EventTarget {
  #fold = new Fold();
  #job = element("select", { name: "job" });
  #style = element("select", { name: "style" });
  #outcome = element("select", { name: "outcome" });
  #search = element("input", {
    type: "search", name: "search", autocomplete: "off", spellcheck: "false", "data-placeholder": "timelineSearchHint",
    "aria-keyshortcuts": "/",
  });
  #pause = this.#button("pause", "timelinePause");
  #follow = this.#button("follow", "timelineFollow");
  #compare = this.#button("compare", "timelineCompare");

  constructor() {
    super();
    this.element = element("form", { class: "controls", role: "search" },
      field("filter", this.#search, "field-filter"),
      this.#fold.button,
      field("timelineJob", this.#job, "folded"),
      field("style", this.#style, "folded"),
      field("timelineState", this.#outcome, "folded"),
      element("div", { class: "timeline-tools" },
        this.#pause, this.#follow, this.#button("whole", "timelineWhole"),
        this.#button("earlier", "timelineEarlier", () => this.#tell("pan", -1)),
        this.#button("later", "timelineLater", () => this.#tell("pan", 1)),
        this.#button("wider", "timelineWider", () => this.#tell("zoom", 1.6)),
        this.#button("closer", "timelineCloser", () => this.#tell("zoom", 1 / 1.6)), this.#compare),
      element("p", { class: "timeline-files" },
        element("a", { href: "api/loads?as=trace", download: "gallery-trace.json", "data-text": "timelineSave" }),
        element("a", { href: "api/loads?as=text", target: "_blank", rel: "noopener", "data-text": "timelineDump" })));
    this.#fold.install(this.element);
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.#search.addEventListener("input", () => this.#tell("change", { search: this.#search.value }));
    for (const [name, list] of Object.entries({ job: this.#job, style: this.#style, outcome: this.#outcome })) {
      list.addEventListener("change", () => this.#tell("change", { [name]: list.value || null }));
    }
  }

  /** Shows what is looked for, in the language of now. */
  show({ job, style, outcome, search }) {
    if (this.#search.value.trim() !== search.trim()) this.#search.value = search;
    const all = ["", text("timelineAll")];
    fill(this.#job, [all, ...jobs.map((job) => [job, jobName(job)])], job ?? "");
    fill(this.#style, [all, ...styles.map((style) => [style, styleName(style)])], style ?? "");
    fill(this.#outcome, [all, ...outcomes.map((name) => [name, text(`timelineOutcome_${name}`)])], outcome ?? "");
  }

  showView({ isPaused, isFollowing, isComparing }) {
    press(this.#pause, isPaused, isPaused ? drawings.goOn : drawings.pause);
    press(this.#follow, isFollowing);
    press(this.#compare, isComparing);
  }

  focusSearch() {
    this.#search.focus();
    this.#search.select();
  }

  #button(name, label, act = () => this.#tell(name)) {
    return element("button", { type: "button", class: "round", "data-label": label, onclick: act }, icon(drawings[name]));
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

function press(button, isPressed, drawing) {
  if (button.getAttribute("aria-pressed") === String(isPressed)) return;
  button.setAttribute("aria-pressed", isPressed);
  if (drawing) button.replaceChildren(icon(drawing));
}
