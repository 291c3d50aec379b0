import { element } from "./dom.js";
import { localize } from "./i18n.js";
import { mend } from "./pictures.js";

/** Shows the screen that the address names, and passes on what happens to the page. */
export class ScreenHost {
  #screens;
  #root;
  #navigation;
  #context;
  #screen = null;
  #mounted = null;

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
    if (wanted === this.#screen) return this.#mounted.navigate();
    this.#mounted?.unmount();
    this.#root.replaceChildren();
    this.#screen = wanted;
    this.#mounted = wanted.mount(this.#root, this.#context);
    localize(this.#root);
    for (const link of this.#navigation.children) {
      if (link.dataset.screen === wanted.name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  localize() {
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
    mend(this.#root);
    this.#mounted?.reconnect();
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
