import { element } from "../dom.js";
import { hue, mendLater } from "../pictures.js";

/**
 * A square with the cover in it. Beneath lies a drawn one in colours of the name's own, which stays where
 * there is no cover or it cannot be loaded, so that a broken image is never seen and nothing moves.
 */
export function artwork({ name, artist, artworkURL }) {
  const square = element("div", { class: "artwork" },
    element("span", { class: "artwork-initials", "aria-hidden": "true" }, initials(name)));
  square.style.setProperty("--hue", hue(`${artist}\n${name}`));
  if (artworkURL) square.append(picture(artworkURL, square));
  return square;
}

function picture(address, square) {
  return element("img", {
    src: address,
    alt: "",
    width: "600",
    height: "600",
    loading: "lazy",
    decoding: "async",
    draggable: "false",
    onload: () => square.classList.add("is-loaded"),
    onerror: (event) => {
      event.target.remove();
      mendLater(square, () => square.append(picture(address, square)));
    },
  });
}

function initials(name) {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.slice(0, 2).map((word) => [...word][0].toUpperCase()).join("") || "♪";
}
