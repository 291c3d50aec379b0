import { element } from "../dom.js";
import { hue } from "../pictures.js";
import { rememberColour, rememberedColour } from "./colours.js";

/** How long a card has to be in sight before its cover is asked for, in milliseconds: it may be flying past. */
const patience = { near: 80, far: 240 };
/** A cover that did not come is tried once more by itself, after so many milliseconds. */
const pause = 1500;

/**
 * The cover in a card. The ground has the colours that the cover had when it was seen last, or else colours of the
 * article's own. A cover that is not here yet when the card leaves is given up.
 */
export class Picture {
  element = element("div", { class: "cover-picture" });
  #image = null;
  #article = null;
  #timer = undefined;
  /** Whether what is waited for is in the window. */
  #isNear = false;
  #tries = 0;
  #account;
  #changed;
  isBroken = false;
  /** The address of what is in sight. */
  #shown = null;

  /** @param {() => void} changed called when it is broken, or no more */
  constructor(account, changed) {
    this.#account = account;
    this.#changed = changed;
  }

  /** Whether the article's cover is in sight, as it is to be. */
  get isHere() {
    return !this.#article?.image || this.#article.image === this.#shown;
  }

  /**
   * Shows the cover of this article, or none yet.
   * @param {object | null} article
   * @param {{ isNear: boolean, width: number }} place whether it is in the window, and its width in pixels
   */
  show(article, { isNear, width }) {
    if (article?.image === this.#article?.image && article?.id === this.#article?.id) {
      // It has come into the window since, where one waits for less. Only once, or it would wait for ever while the
      // reader scrolls.
      if (isNear && this.#timer && !this.#isNear) this.#loadAfter(patience.near, width, true);
      return;
    }
    const isSame = article !== null && article.id === this.#article?.id;
    if (!isSame) this.clear();
    this.#article = article;
    this.#tries = 0;
    this.#break(false);
    if (!article) return;
    if (!isSame) this.#paint(article);
    if (article.image) this.#loadAfter(isNear ? patience.near : patience.far, width, isNear);
  }

  /** Gives up what is on its way, and shows nothing. */
  clear() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#image) {
      if (!this.#image.complete) {
        this.#account.addGivenUp();
        stop(this.#image);
      }
      this.#image.remove();
      this.#image = null;
    }
    this.#article = null;
    this.#shown = null;
    this.element.classList.remove("is-loaded");
    this.#break(false);
  }

  /** Tries again a cover that did not come. */
  again(width) {
    if (this.isBroken) this.#loadAfter(0, width, true);
  }

  #paint({ id, title, image }) {
    this.element.style.setProperty("--hue", hue(`${id}${title}`));
    const colour = image && rememberedColour(image);
    if (colour) this.element.style.setProperty("--tint", colour);
    else this.element.style.removeProperty("--tint");
  }

  #loadAfter(wait, width, isNear) {
    clearTimeout(this.#timer);
    this.#isNear = isNear;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#load(width, isNear);
    }, wait);
  }

  #load(width, isNear) {
    this.#break(false);
    const { image, sizes } = this.#article;
    const picture = element("img", {
      alt: "", decoding: "async", draggable: "false", fetchpriority: isNear ? "high" : "low",
      sizes: `${Math.round(width)}px`,
      onload: () => this.#arrived(picture, image),
      onerror: () => this.#failed(picture, width),
    });
    // The one before stays in sight until this one is here.
    const before = this.#image;
    if (before && !before.complete) {
      stop(before);
      before.remove();
    }
    this.#image = picture;
    if (sizes.length > 1) picture.srcset = sizes.map((size) => `${size.image} ${size.width}w`).join(", ");
    picture.src = image;
    this.element.append(picture);
  }

  #arrived(picture, address) {
    if (picture !== this.#image) return;
    this.#shown = address;
    this.#account.addShown(this.#article.id);
    for (const other of this.element.querySelectorAll("img")) if (other !== picture) other.remove();
    this.element.classList.add("is-loaded");
    rememberColour(address, picture);
  }

  #failed(picture, width) {
    picture.remove();
    if (picture !== this.#image) return;
    this.#image = null;
    this.#tries += 1;
    if (this.#tries === 1 && navigator.onLine) return this.#loadAfter(pause, width, true);
    this.#break(true);
  }

  #break(isBroken) {
    if (this.isBroken === isBroken) return;
    this.isBroken = isBroken;
    this.element.classList.toggle("is-broken", isBroken);
    this.#changed();
    this.#account.tell();
  }
}

/** Taking an image off the page does not stop its download. */
function stop(image) {
  image.removeAttribute("srcset");
  image.removeAttribute("src");
}
