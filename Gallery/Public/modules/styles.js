import { text } from "./i18n.js";

/** The styles of asynchronous Swift that can carry a job. */
export const styles = [
  "async", "closure", "delegate", "group", "stream", "promise", "bolts", "operation", "publisher",
];

export function styleName(style) {
  return text(`style${style[0].toUpperCase()}${style.slice(1)}`);
}
