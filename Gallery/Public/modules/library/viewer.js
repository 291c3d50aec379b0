import { byline, drawings, element, icon } from "../dom.js";
import { formatDayOf, formatNumber, text } from "../i18n.js";
import { stopDownloads } from "../pictures.js";
import { deleteButton, exportLink } from "./card.js";
import { facts, title } from "./naming.js";
import { wholeThing } from "./things.js";

const back = "M12 4 6 10l6 6";
const on = "m8 4 6 6-6 6";

/** A thing in the whole window. Dispatches `step` with how many things on, `delete` with the thing, and `closed` with it. */
export class Viewer extends EventTarget {
  #head = element("header", { class: "viewer-head" });
  #body = element("div", { class: "viewer-body", tabindex: "-1" });
  element = element("dialog", { class: "viewer", "aria-labelledby": "viewer-title" }, this.#head, this.#body);
  #thing = null;
  #ends = { first: true, last: true };
  #loading = null;

  constructor() {
    super();
    this.element.addEventListener("close", () => this.#closed());
    this.element.addEventListener("keydown", (event) => this.#press(event));
    this.element.addEventListener("click", ({ target }) => {
      if (target === this.element) this.element.close();
    });
  }

  /** The thing that is shown, or `null`. */
  get thing() {
    return this.element.open ? this.#thing : null;
  }

  /** @param {{ first: boolean, last: boolean }} ends whether there is nothing before it, and nothing behind it */
  show(thing, ends) {
    this.#thing = thing;
    this.#ends = ends;
    this.#render();
    if (!this.element.open) this.element.showModal();
    this.#body.scrollTop = 0;
  }

  close() {
    this.element.close();
  }

  localize() {
    if (this.thing) this.#render();
  }

  #render() {
    const name = title(this.#thing);
    const focused = this.#head.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    this.#head.replaceChildren(
      element("div", { class: "viewer-words" },
        element("h2", { id: "viewer-title", dir: "auto" }, name),
        element("p", { class: "thing-facts" },
          ...facts(this.#thing, { isShort: false }).map((fact) => element("span", { dir: "auto" }, fact)))),
      element("div", { class: "viewer-acts" },
        this.#button("shelfPrevious", back, () => this.#step(-1), this.#ends.first),
        this.#button("shelfNext", on, () => this.#step(1), this.#ends.last),
        exportLink(this.#thing, name),
        deleteButton(name, () => this.dispatchEvent(new CustomEvent("delete", { detail: this.#thing }))),
        this.#button("close", drawings.cross, () => this.element.close(), false)));
    this.#head.querySelector('[data-act="close"]').autofocus = true;
    // Without the focus in it the window hears no keys; a thing whose file is lost has no link that takes it away.
    if (focused) (this.#head.querySelector(`[data-act="${focused}"]`) ?? this.#body).focus();
    this.#fill();
  }

  #button(label, drawing, act, isDisabled) {
    return element("button", {
      type: "button", class: "round", "data-act": label, "aria-label": text(label), title: text(label),
      "aria-disabled": String(isDisabled), onclick: () => isDisabled || act(),
    }, icon(drawing));
  }

  /** A picture that is not seen any more is not downloaded, either. */
  #empty() {
    this.#loading?.abort();
    stopDownloads(this.#body);
    this.#body.replaceChildren();
  }

  #fill() {
    this.#empty();
    const { kind, file, article, url } = this.#thing;
    if (kind === "chart") return this.#fillChart();
    if (article) return this.#body.replaceChildren(story(this.#thing));
    if (!file?.address) return this.#body.replaceChildren(element("p", { class: "viewer-note" }, text("shelfLost")));
    this.#body.replaceChildren(picture(this.#thing), ...(url ? [source(url)] : []));
  }

  async #fillChart() {
    const { signal } = (this.#loading = new AbortController());
    this.#body.replaceChildren(element("p", { class: "viewer-note", role: "status" }, text("shelfOpening")));
    try {
      const { chart } = await wholeThing(this.#thing.id, signal);
      if (!signal.aborted) this.#body.replaceChildren(places(chart.items ?? []));
    } catch (problem) {
      if (signal.aborted) return;
      this.#body.replaceChildren(
        element("p", { class: "viewer-note", role: "alert" }, problem.detail ?? text("unreachableDetail")),
        element("button", { type: "button", class: "action", onclick: () => this.#fillChart() }, text("retry")));
    }
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#step(step);
  }

  #step(step) {
    if (step < 0 ? this.#ends.first : this.#ends.last) return;
    this.dispatchEvent(new CustomEvent("step", { detail: step }));
  }

  #closed() {
    this.#empty();
    this.dispatchEvent(new CustomEvent("closed", { detail: this.#thing }));
  }
}

function picture(thing) {
  const { file, picture: { width, height } } = thing;
  return element("img", {
    class: "viewer-picture", src: file.address, alt: title(thing), width, height, decoding: "async",
    onerror: ({ target }) => target.replaceWith(element("p", { class: "viewer-note", role: "alert" }, text("shelfBroken"))),
  });
}

function source(url) {
  return element("p", { class: "viewer-source" }, text("shelfFrom"), " ",
    element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url,
      element("span", { class: "unseen" }, ` ${text("opensNewTab")}`)));
}

function story({ article, image, url }) {
  const day = formatDayOf(article.publishedAt, "long") ?? article.publishedAt;
  return element("article", { class: "viewer-story" },
    image ? element("img", { src: image, alt: "", class: "viewer-picture" }) : null,
    element("p", { class: "viewer-by" }, ...byline(article.author, day)),
    element("p", { dir: "auto" }, String(article.summary ?? "")),
    url ? source(url) : null);
}

/** A chart as the list that it is. */
function places(items) {
  return element("ol", { class: "places", role: "list" }, ...items.map((item) =>
    element("li", { class: "place", value: item.rank },
      element("span", { class: "place-rank", "aria-hidden": "true" }, formatNumber(item.rank)),
      item.cover
        ? element("img", { src: item.cover, alt: "", loading: "lazy", width: "48", height: "48",
            onerror: ({ target }) => target.replaceWith(element("span", { class: "place-blank" })) })
        : element("span", { class: "place-blank" }),
      element("span", { class: "place-words" },
        element("span", { class: "place-name", dir: "auto" }, item.url
          ? element("a", { href: item.url, target: "_blank", rel: "noopener noreferrer" }, String(item.name),
              element("span", { class: "unseen" }, ` ${text("opensNewTab")}`))
          : String(item.name)),
        item.artist ? element("span", { class: "place-artist", dir: "auto" }, String(item.artist)) : null))));
}
