import { drawings, element, icon } from "../dom.js";
import { formatNumber, text } from "../i18n.js";
import { KeepButton } from "../keep-button.js";
import { mendLater, stopDownloads } from "../pictures.js";

const dash = "M4 10h12";

/** The photos of a batch, each in its place from the beginning: waiting, here, failed or cancelled. */
export class Wall {
  element = element("ol", { class: "wall", role: "list", "data-label": "photosWall", hidden: true });
  #tiles = [];

  /** Shows places for all. */
  show(members) {
    this.clear();
    this.#tiles = members.map((member) => fill(element("li"), member));
    this.element.append(...this.#tiles);
    this.element.hidden = members.length === 0;
  }

  /**
   * Shows what has become of some. Their places stay: a list item that is replaced has all that follow it counted
   * anew, which took half a minute for ten thousand.
   */
  update(members) {
    for (const member of members) fill(this.#tiles[member.index], member);
  }

  localize(members) {
    members.forEach((member) => {
      const words = this.#tiles[member.index]?.querySelector(".tile-state");
      if (words) words.textContent = state(member);
      const photo = this.#tiles[member.index]?.querySelector("img");
      if (photo) photo.alt = photoName(member);
      this.#tiles[member.index]?.querySelector(".keep")?.keepButton.update();
    });
  }

  clear() {
    stopDownloads(this.element);
    this.#tiles = [];
    this.element.replaceChildren();
    this.element.hidden = true;
  }
}

function fill(tile, member) {
  const { index, status, error, url } = member;
  const number = formatNumber(index + 1);
  tile.className = `tile tile-${status}`;
  tile.dataset.status = status;
  tile.title = error ?? url;
  tile.replaceChildren(
    status === "succeeded" ? picture(member) : words(member),
    element("span", { class: "tile-number", "aria-hidden": "true" }, number));
  if (status === "succeeded" && member.image) tile.append(keepButton(member, number));
  return tile;
}

function keepButton({ image, url }, number) {
  const button = new KeepButton();
  const name = url.split(/[?#]/u)[0].split("/").at(-1);
  button.show({ image: new URL(image).pathname }, () => name || text("photoName", { number }));
  return button.element;
}

function words(member) {
  const { status } = member;
  return element("div", { class: "tile-words" },
    status === "waiting" ? null : icon(status === "failed" ? drawings.cross : dash),
    element("span", { class: "tile-state" }, state(member)));
}

/** Nearly every sentence begins with the address, which would leave no room for the reason; the title has both. */
function state({ status, error }) {
  if (status === "failed") return error?.replace(/^(?:https?:\/)?\/\S+\s+/u, "") ?? text("photoFailed");
  return text(status === "cancelled" ? "photoCancelled" : "photoWaiting");
}

function photoName({ index }) {
  return text("photoName", { number: formatNumber(index + 1) });
}

function picture(member) {
  const { image } = member;
  const photo = element("img", {
    src: image,
    alt: photoName(member),
    loading: "lazy",
    decoding: "async",
    onload: (event) => event.target.classList.add("is-loaded"),
    onerror: (event) => {
      const words = element("div", { class: "tile-words" }, element("span", { "data-text": "photoHidden" }, text("photoHidden")));
      event.target.parentElement.replaceWith(words);
      mendLater(words, () => words.replaceWith(picture(member)));
    },
  });
  return element("a", { href: image, target: "_blank", rel: "noopener" }, photo, " ",
    element("span", { class: "unseen", "data-text": "opensNewTab" }, text("opensNewTab")));
}
