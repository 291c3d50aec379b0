/**
 * Makes an element. Attributes that are `null` or `false` are left out, `true` gives an empty one, and a
 * function under `onclick` and the like becomes a listener. Children are nodes or strings; strings only ever
 * become text, so that nothing a server sends is read as markup.
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Who wrote something, and when. A name may be written from right to left, which turns nothing around but itself. */
export function byline(author, day) {
  return [author ? element("bdi", {}, String(author)) : null, author && day ? " · " : null, day].filter(Boolean);
}

/** Drawings of what there is in more than one place. */
export const drawings = {
  again: "M15.5 8A6 6 0 1 0 16 11M16 4v4h-4",
  bin: "M4 6h12M8 6V4h4v2M6 6l.75 10h6.5L14 6M8.5 9v4M11.5 9v4",
  cross: "m5 5 10 10M15 5 5 15",
  sliders: "M3 6h7M15 6h2M3 14h2M10 14h7M12.5 3.5v5M7.5 11.5v5",
};

/** Makes a drawing from path data on a 20 × 20 field; it is decoration, so assistive technology skips it. */
export function icon(path) {
  const namespace = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(namespace, "svg");
  drawing.setAttribute("viewBox", "0 0 20 20");
  drawing.setAttribute("aria-hidden", "true");
  const stroke = document.createElementNS(namespace, "path");
  stroke.setAttribute("class", "stroke");
  stroke.setAttribute("d", path);
  drawing.append(stroke);
  return drawing;
}

/** Whether typing goes into this element, so that a single letter is text and not a shortcut. */
export function takesTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["radio", "checkbox", "button"].includes(target.type);
}
