import { Problem } from "./api.js";
import { element } from "./dom.js";
import { localize, text } from "./i18n.js";
import { Notice } from "./notice.js";
import { mend } from "./pictures.js";

const drawing = "M3 4.5h14v11H3zM3 8h14";
/** A screen that comes sooner than this, in milliseconds, comes without a word. */
const patience = 150;

/** Shows the screen that the address names, and passes on what happens to the page. */
export class ScreenHost {
  #screens;
  #root;
  #navigation;
  #context;
  #screen = null;
  /** The screen that is there, or `null` while its module is on its way. */
  #mounted = null;
  #notice = new Notice(drawing, { failed: "screenErrorTitle", offline: "screenOfflineDetail" });
  /** Which opening is the latest: a module that comes late is not shown in the place of another. */
  #opening = 0;

  constructor(screens, root, navigation, context) {
    this.#screens = screens;
    this.#root = root;
    this.#navigation = navigation;
    this.#context = context;
    // With one screen there is nowhere to go, and a navigation of one link is noise.
    navigation.hidden = screens.length < 2;
    navigation.addEventListener("click", (event) => this.#follow(event));
    navigation.append(...screens.map(({ name, label }) =>
      element("a", { href: `?screen=${name}`, "data-screen": name, "data-text": label })));
  }

  /** Shows what the address says. */
  navigate() {
    const name = new URLSearchParams(location.search).get("screen");
    const wanted = this.#screens.find((screen) => screen.name === name) ?? this.#screens[0];
    if (wanted === this.#screen) return void this.#mounted?.navigate();
    this.#mounted?.unmount();
    this.#mounted = null;
    this.#screen = wanted;
    for (const link of this.#navigation.children) {
      if (link.dataset.screen === wanted.name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#title();
    this.#open();
  }

  localize() {
    this.#title();
    this.#notice.localize();
    this.#mounted?.localize();
  }

  leave() {
    this.#mounted?.leave();
  }

  resume() {
    this.#mounted?.resume();
  }

  /** The way to the server is open again: what has failed meanwhile is loaded again. */
  reconnect() {
    if (!this.#mounted) return void this.#open();
    mend(this.#root);
    this.#mounted.reconnect();
  }

  /** What the page is called in tabs and by assistive technology, unless the screen has more to say. */
  #title() {
    document.title = `${text(this.#screen.label)} — Gallery`;
  }

  /** Loads the screen, and puts it on the page if it is still the one that is wanted. */
  async #open() {
    this.#opening += 1;
    const [opening, { progress }] = [this.#opening, this.#context];
    this.#notice.clear();
    this.#root.replaceChildren();
    const timer = setTimeout(() => {
      // The line of an opening that another one has followed would be ended by nobody.
      if (opening === this.#opening) progress.begin("screenLoading");
    }, patience);
    const screen = await this.#screen.load().catch(() => null);
    clearTimeout(timer);
    if (opening !== this.#opening) return;
    progress.end();
    if (!screen) return this.#fail(new Problem("unreachable"));
    try {
      this.#mounted = screen.mount(this.#root, this.#context);
      localize(this.#root);
    } catch (error) {
      // A screen that cannot be built left the page empty, without a word.
      reportError(error);
      this.#fail(new Problem("refused", { detail: text("screenBroken") }));
    }
  }

  /** Not every browser asks again for a module that did not come once; after a new beginning every one does. */
  #fail(problem) {
    this.#root.replaceChildren(this.#notice.element);
    this.#notice.showProblem(problem, () => location.reload());
  }

  #follow(event) {
    const link = event.target.closest("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    this.navigate();
  }
}
