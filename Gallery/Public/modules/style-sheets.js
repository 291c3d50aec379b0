import { element } from "./dom.js";

/** What is loaded, or on its way, by name. */
const known = new Map();

/** Loads `styles/NAME.css`, once. What did not come is asked for again the next time. */
export function loadStyle(name) {
  if (!known.has(name)) known.set(name, load(name));
  return known.get(name);
}

function load(name) {
  const href = new URL(`../styles/${name}.css`, import.meta.url);
  return new Promise((resolve, reject) => {
    const sheet = element("link", { rel: "stylesheet", href, onload: resolve, onerror: () => {
      sheet.remove();
      known.delete(name);
      reject(new Error(`${href} did not come`));
    } });
    // Before the one that has the last word, where the reader has chosen all colours.
    document.getElementById("forced-style").before(sheet);
  });
}
