import { onLanguageChange, text } from "./i18n.js";
import { recall, remember } from "./preferences.js";

const order = ["system", "light", "dark"];
const labels = { system: "themeSystem", light: "themeLight", dark: "themeDark" };

/** Makes `button` go through the themes: the system's, light, dark. */
export function installTheme(button) {
  let theme = order.includes(recall("theme")) ? recall("theme") : "system";

  const show = () => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.dataset.theme = theme;
    button.setAttribute("aria-label", text(labels[theme]));
    button.title = text(labels[theme]);
  };

  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length];
    remember("theme", theme === "system" ? null : theme);
    show();
  });
  onLanguageChange(show);
  show();
}
