import { remove } from "../api.js";
import { element } from "../dom.js";
import { formatNumber, localize, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { Confirmation } from "./confirmation.js";
import { Controls } from "./controls.js";
import { List } from "./list.js";
import { title } from "./naming.js";
import { readQuery, writeQuery } from "./query.js";
import { Things } from "./things.js";
import { Viewer } from "./viewer.js";

export const libraryScreen = {
  name: "library",
  label: "library",
  mount: (root, context) => new LibraryScreen(root, context),
};

const drawing = "M3 4h3v12H3zM7.5 4h3v12h-3zM12.2 4.6l2.9-.8 3 11.6-2.9.8z";

/** All that was kept: found as one types, opened, taken away, deleted. What is looked for is in the address. */
class LibraryScreen {
  #root;
  #context;
  #things = new Things(readQuery(location.search));
  /** Whether the address's last change was the reader's typing. */
  #isTyping = false;
  #state = element("span", { class: "headline-country" });
  #facts = element("p", { class: "headline-facts" });
  #controls = new Controls();
  #notice = new Notice(drawing, { failed: "shelfErrorTitle", offline: "shelfOfflineDetail" });
  #list = new List();
  /** Below the list, where more was asked for. */
  #moreNotice = new Notice(drawing, { failed: "shelfErrorTitle", offline: "shelfOfflineDetail" });
  #viewer = new Viewer();
  #confirmation = new Confirmation();
  #ending = new AbortController();
  #timer = undefined;
  /** Whether the library has changed while a thing was open, under which the list stays as it is. */
  #isStale = false;
  /** What was deleted here, of which the feed tells, too. */
  #deleted = new Set();
  /** What is asked about, whether it is to be deleted. */
  #asking = null;
  /** What was on its way when the page was left. */
  #interrupted = null;

  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    root.append(
      element("header", { class: "headline" }, element("h1", {},
        element("span", { class: "headline-kind", "data-text": "library" }), " ", this.#state), this.#facts),
      ...[this.#controls, this.#notice, this.#list, this.#moreNotice, this.#viewer, this.#confirmation]
        .map((part) => part.element));
    this.#listen();
    this.#addShortcuts();
    this.#controls.show(this.#things.query);
    history.replaceState(null, "", writeQuery(this.#things.query));
    this.#render();
    this.#things.begin();
  }

  #listen() {
    const { signal } = this.#ending;
    const { feed } = this.#context;
    this.#things.addEventListener("waiting", () => this.#waiting());
    this.#things.addEventListener("found", () => this.#found());
    this.#things.addEventListener("more", ({ detail }) => this.#added(detail));
    this.#things.addEventListener("problem", () => this.#failed());
    this.#controls.addEventListener("change", ({ detail }) => this.#choose(detail));
    this.#controls.addEventListener("descend", () => this.#list.move(1));
    this.#list.addEventListener("more", () => this.#things.more());
    this.#list.addEventListener("open", ({ detail }) => this.#open(detail));
    this.#list.addEventListener("delete", ({ detail }) => this.#delete(detail));
    this.#viewer.addEventListener("step", ({ detail }) => this.#step(detail));
    this.#viewer.addEventListener("delete", ({ detail }) => this.#delete(detail));
    this.#viewer.addEventListener("closed", ({ detail }) => {
      this.#list.focus(detail.id);
      if (this.#isStale) this.#refresh();
    }, { signal });
    feed.addEventListener("library", ({ detail }) => {
      if (detail.deleted !== undefined) this.#heardOfDeletion(detail.deleted);
      else this.#refreshSoon();
    }, { signal });
    feed.addEventListener("model", ({ detail }) => {
      if (detail.state === "loaded") this.#refreshSoon();
    }, { signal });
  }

  #addShortcuts() {
    const removals = [
      { keys: ["/"], label: "shortcutSearch", action: () => this.#controls.focus() },
      { keys: ["j"], label: "shortcutNext", action: () => this.#list.move(1) },
      { keys: ["k"], label: "shortcutPrevious", action: () => this.#list.move(-1) },
      { keys: ["←", "→", "↑", "↓"], label: "shortcutArrows" },
      { keys: ["Enter"], label: "shortcutThingOpen" },
    ].map((entry) => this.#context.shortcuts.add(entry));
    this.#ending.signal.addEventListener("abort", () => removals.forEach((remove) => remove()));
  }

  // What the shell tells.

  localize() {
    localize(this.#root);
    this.#list.localize();
    this.#viewer.localize();
    this.#notice.localize();
    this.#moreNotice.localize();
    this.#render();
  }

  navigate() {
    const query = readQuery(location.search);
    const isSame = writeQuery(query) === writeQuery(this.#things.query);
    this.#isTyping = false;
    this.#controls.settle();
    this.#controls.show(query);
    if (!isSame) this.#things.begin(query);
  }

  leave() {
    this.#interrupted = this.#things.waiting;
    this.#things.cancel();
  }

  resume() {
    this.#goOn(this.#interrupted);
  }

  /** What was said while the way was closed has not been heard. */
  reconnect() {
    const { problem, all } = this.#things;
    if (!problem) this.#refresh();
    else if (problem.isPassing) this.#goOn(all ? "more" : "first");
  }

  unmount() {
    clearTimeout(this.#timer);
    this.#ending.abort();
    this.leave();
    this.#controls.settle();
    this.#viewer.close();
    this.#list.clear();
    this.#notice.clear();
    this.#moreNotice.clear();
    this.#context.progress.end();
  }

  // What the reader does.

  /** A word that is typed is one step for the back button, however many searches it took. */
  #choose(fields) {
    const query = { ...this.#things.query, ...fields };
    if (writeQuery(query) === writeQuery(this.#things.query)) return;
    const isTyping = fields.words !== undefined;
    const change = this.#isTyping && isTyping ? "replaceState" : "pushState";
    this.#isTyping = isTyping;
    this.#things.begin(query);
    // Last, because a browser may refuse: Safari allows a hundred changes of the address in half a minute.
    history[change](null, "", writeQuery(query));
  }

  #clear() {
    this.#choose({ words: "", kind: null });
    this.#controls.show(this.#things.query);
    this.#controls.focus();
  }

  #open(thing) {
    const { all } = this.#things;
    const index = all.findIndex(({ id }) => id === thing.id);
    this.#viewer.show(thing, { first: index <= 0, last: index === all.length - 1 && !this.#things.hasMore });
  }

  /** The last one that is here has another behind it when that has come. */
  async #step(step) {
    const { id } = this.#viewer.thing;
    const index = this.#things.all.findIndex((thing) => thing.id === id);
    if (step > 0 && index === this.#things.all.length - 1) await this.#things.more();
    const thing = this.#things.all?.[index + step];
    // Another one may have been opened by the time that a further page is here.
    if (thing && this.#viewer.thing?.id === id) this.#open(thing);
  }

  async #delete(thing) {
    const name = title(thing);
    this.#asking = thing;
    const isMeant = await this.#confirmation.ask(name);
    this.#asking = null;
    if (!isMeant) return;
    try {
      await remove(`api/library/${thing.id}`);
    } catch (problem) {
      // Deleted on another page, a moment ago.
      if (problem.status !== 404) return this.#remains(thing, problem);
    }
    this.#deleted.add(thing.id);
    this.#context.announcer.say(text("libraryDeleted", { title: name }));
    // The focus and the title of the page are another screen's by then.
    if (this.#ending.signal.aborted) return;
    this.#notice.clear();
    // The feed may have told of it first: then there may have been nothing left to say but that all is gone.
    if (!this.#forget(thing.id, { wasHere: true })) this.#render();
  }

  /** It could not be deleted, which is said to one who has gone on, too. */
  #remains(thing, problem) {
    if (this.#ending.signal.aborted) {
      const reason = problem.detail ?? text("unreachableTitle");
      return this.#context.announcer.say(`${text("libraryDeleteFailed", { title: title(thing) })}: ${reason}`);
    }
    this.#viewer.close();
    this.#notice.showProblem(problem, () => this.#delete(thing));
  }

  // What becomes of it.

  /** A hundred that are kept at once are one look at the library. */
  #refreshSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), 150);
  }

  /** What is open has its place in the list: that is looked at again when it is closed. */
  #refresh() {
    this.#isStale = this.#viewer.thing !== null;
    if (!this.#isStale) this.#things.refresh();
  }

  /** Of what is on a page that is not here only the server knows whether it was one of those that are counted. */
  #heardOfDeletion(id) {
    if (!this.#forget(id) && !this.#deleted.has(id) && this.#things.hasMore) this.#refreshSoon();
  }

  /** Looks at the library again, and asks for what did not come: the newest, or a further page. */
  #goOn(missing) {
    if (missing === "first") this.#things.begin();
    else this.#refresh();
    if (missing === "more" && !this.#things.waiting) this.#things.more();
  }

  /** Gives whether it was here. */
  #forget(id, { wasHere = false } = {}) {
    if (!this.#things.forget(id)) return false;
    const isOpen = this.#viewer.thing?.id === id;
    const isAsked = this.#asking?.id === id;
    const shown = isOpen ? this.#viewer.thing : isAsked ? this.#asking : null;
    // A window that closes gives the focus back to what has just been taken out of the list.
    const takesFocus = wasHere || shown !== null || this.#list.hasFocus(id);
    const neighbour = this.#list.remove(id);
    if (isAsked) this.#confirmation.close();
    if (isOpen) this.#viewer.close();
    if (shown && !wasHere) this.#context.announcer.say(text("libraryDeleted", { title: title(shown) }));
    if (takesFocus) (neighbour?.querySelector("[data-target]") ?? this.#root).focus({ preventScroll: true });
    this.#render();
    return true;
  }

  /** What was found before stays until there is something in its place, so that typing does not flicker. */
  #waiting() {
    if (this.#things.waiting === "first") this.#context.progress.begin("shelfProgress");
    this.#render();
  }

  #found() {
    const { all, count, query } = this.#things;
    this.#context.progress.end();
    this.#list.show(all);
    this.#render();
    if (query.words || query.kind) this.#context.announcer.say(text("shelfFound", { count: formatNumber(count) }));
  }

  #added(things) {
    this.#context.progress.end();
    this.#list.add(things);
    this.#render();
  }

  #failed() {
    this.#context.progress.end();
    if (!this.#things.all) this.#list.clear();
    this.#render();
  }

  #render() {
    const { all, count, query, waiting, problem, hasMore } = this.#things;
    const isAll = !query.words && !query.kind;
    const amount = formatNumber(count);
    this.#state.textContent = all ? text(isAll ? "shelfCount" : "shelfFound", { count: amount }) : text("shelfPromise");
    document.title = `${text("library")} — Gallery`;
    this.#list.busy = waiting === "first";
    this.#list.foot = all?.length > 0 ? { count, more: hasMore && !problem, waiting: waiting === "more" } : null;
    if (problem && all) this.#moreNotice.showProblem(problem, () => this.#retry());
    else this.#moreNotice.clear();
    if (problem && !all) this.#notice.showProblem(problem, () => this.#retry());
    else if (all?.length === 0 && !waiting) this.#sayEmpty(isAll);
    else if (all?.length > 0) this.#notice.clear();
  }

  #retry() {
    this.#root.focus({ preventScroll: true });
    if (this.#things.all) this.#things.more();
    else this.#things.begin();
  }

  #sayEmpty(isAll) {
    if (isAll) return this.#notice.say("empty", () => [text("libraryEmptyTitle"), text("shelfEmpty")]);
    const { words } = this.#things.query;
    this.#notice.say(`nothing ${words}`, () => [
      text("gifsNothingTitle"), text(words ? "shelfNothing" : "shelfNoneOfKind", { words }),
      element("button", { type: "button", class: "action", onclick: () => this.#clear() }, text("shelfShowAll")),
    ]);
  }
}
