import { drawings, element } from "../dom.js";
import { language, onLanguageChange, setLanguage, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { onThemeChange, setTheme, theme, themes } from "../theme.js";
import { Choice } from "./choice.js";
import { Network } from "./network.js";
import { NetworkPanel } from "./network-panel.js";
import { presetOf } from "./weather.js";

export const settingsScreen = {
  name: "settings",
  label: "settings",
  mount: (root, context) => new SettingsScreen(root, context),
};

/** What the reader chooses for this browser, and what the server's network is like for everybody. */
class SettingsScreen {
  #context;
  #language = new Choice("settings-language", "language", [["en", null, "English"], ["vi", null, "Tiếng Việt"]]);
  #theme = new Choice("settings-theme", "theme", themes.map((theme) => [theme, `themeName_${theme}`]));
  #network;
  #panel = new NetworkPanel();
  #notice = new Notice(drawings.sliders, { failed: "networkErrorTitle", offline: "networkOfflineDetail" });
  #removals;
  /** The preset that was there last, whatever language it was named in; `null` while none was. */
  #preset = null;

  constructor(root, context) {
    this.#context = context;
    this.#network = new Network(context.feed);
    root.append(
      element("header", { class: "headline" }, element("h1", {},
        element("span", { class: "headline-kind", "data-text": "settings" }), " ",
        element("span", { class: "headline-country", "data-text": "settingsYours" }))),
      element("div", { class: "settings" },
        part("language", this.#language), part("theme", this.#theme), this.#panel.element, this.#notice.element));
    this.#language.addEventListener("change", ({ detail }) => setLanguage(detail));
    this.#theme.addEventListener("change", ({ detail }) => setTheme(detail));
    this.#panel.addEventListener("change", ({ detail }) => this.#network.change(detail));
    this.#network.addEventListener("change", () => this.#changed());
    this.#network.addEventListener("problem", () => this.#failed());
    this.#removals = [onLanguageChange(() => this.#render()), onThemeChange(() => this.#render())];
    this.#render();
    this.#network.read();
  }

  // What the shell tells.

  localize() {
    this.#panel.localize();
    this.#notice.localize();
    this.#render();
  }

  navigate() {}

  leave() {}

  resume() {
    this.#network.read();
  }

  reconnect() {
    this.#network.read();
  }

  unmount() {
    for (const remove of this.#removals) remove();
    this.#network.close();
    this.#notice.clear();
  }

  // What becomes of the choices.

  #render() {
    this.#language.show(language());
    this.#theme.show(theme());
  }

  #changed() {
    const { current } = this.#network;
    this.#notice.clear();
    this.#panel.show(current, true);
    const preset = presetOf(current) ?? "own";
    const isOther = this.#preset !== null && preset !== this.#preset;
    this.#preset = preset;
    if (isOther) this.#context.announcer.say(text("networkChanged", { name: text(`networkPreset_${preset}`) }));
  }

  /** What was wanted and did not come about is not shown as if it had. */
  #failed() {
    const { current, isThere, problem } = this.#network;
    this.#panel.show(current, isThere);
    if (isThere) this.#notice.showProblem(problem, () => this.#network.read());
  }
}

function part(label, choice) {
  const id = `settings-${label}`;
  return element("section", { class: "settings-part", "aria-labelledby": id },
    element("h2", { id, "data-text": label }), choice.element);
}
