import { onLanguageChange, text } from "./i18n.js";
import { onChoiceElsewhere, recall, remember } from "./preferences.js";

/** The system's, light, dark. */
export const themes = ["system", "light", "dark"];
const labels = { system: "themeSystem", light: "themeLight", dark: "themeDark" };
const listeners = new Set();
let current = known(recall("theme"));

onChoiceElsewhere("theme", (theme) => apply(known(theme)));

export function theme() {
  return current;
}

export function setTheme(theme) {
  remember("theme", theme === "system" ? null : theme);
  apply(theme);
}

/** Calls `listener` after each change of theme; gives a function that ends it. */
export function onThemeChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes `button` go through the themes. */
export function installTheme(button) {
  const show = () => {
    button.dataset.theme = current;
    button.setAttribute("aria-label", text(labels[current]));
    button.title = text(labels[current]);
  };
  button.addEventListener("click", () => setTheme(themes[(themes.indexOf(current) + 1) % themes.length]));
  onThemeChange(show);
  onLanguageChange(show);
  apply(current);
}

function known(theme) {
  return themes.includes(theme) ? theme : "system";
}

function apply(theme) {
  current = theme;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
