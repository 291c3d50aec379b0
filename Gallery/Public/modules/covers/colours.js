/** So many are remembered. */
const kept = 5000;
const known = new Map();
let canvas;

/** What a picture looks like from afar, if it was ever seen: it is the ground on which it appears again. */
export function rememberedColour(key) {
  return known.get(key) ?? null;
}

/** Looks at a picture that is here. */
export function rememberColour(key, image) {
  canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(image, 0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  known.delete(key);
  known.set(key, `rgb(${red} ${green} ${blue})`);
  if (known.size > kept) known.delete(known.keys().next().value);
}
