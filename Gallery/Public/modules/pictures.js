/** Stops the downloads below `root` that have not finished: taking an image off the page does not. */
export function stopDownloads(root) {
  for (const image of root.querySelectorAll("img")) {
    if (!image.complete) image.removeAttribute("src");
  }
}

/** A hue in degrees that is always the same for the same text. */
export function hue(text) {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.codePointAt(0)) % 3600;
  return hash % 360;
}
