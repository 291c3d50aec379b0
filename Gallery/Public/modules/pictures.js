/** Stops the downloads below `root` that have not finished: taking an image off the page does not. */
export function stopDownloads(root) {
  for (const image of root.querySelectorAll("img")) {
    if (!image.complete) image.removeAttribute("src");
  }
}

/** How to load again what did not come, by the element in which it is missing. */
const repairs = new WeakMap();

/** Remembers how a picture that did not come is loaded again, once there is a way to the server. */
export function mendLater(ground, load) {
  ground.dataset.missing = "";
  repairs.set(ground, load);
}

/** Loads again the pictures below `root` that did not come. */
export function mend(root) {
  for (const ground of root.querySelectorAll("[data-missing]")) {
    delete ground.dataset.missing;
    repairs.get(ground)?.();
  }
}

/** A hue in degrees that is always the same for the same text. */
export function hue(text) {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)) % 3600;
  return hash % 360;
}
