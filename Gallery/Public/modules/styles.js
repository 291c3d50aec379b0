import { fill } from "./fields.js";
import { text } from "./i18n.js";

/** The styles of asynchronous Swift that can carry a job. */
export const styles = [
  "async", "closure", "delegate", "group", "stream", "promise", "bolts", "operation", "publisher",
];

export function styleName(style) {
  return text(`style${style[0].toUpperCase()}${style.slice(1)}`);
}

/** Puts the styles into a list, below the server's own, which is `null`, and chooses one. */
export function fillStyles(select, style) {
  fill(select, [["", text("styleDefault")], ...styles.map((style) => [style, styleName(style)])], style ?? "");
}

/** The style that an address asks for, or `null` for the server's own. */
export function readStyle(parameters) {
  const style = parameters.get("style");
  return styles.includes(style) ? style : null;
}
