import { drawings, element, icon } from "../dom.js";
import { text } from "../i18n.js";
import { hue, mendLater } from "../pictures.js";

const triangle = "M7 4.5v11l9-5.5z";
const bars = "M7.5 5v10M12.5 5v10";
/** Broader or higher ones are shown whole within these, so that nobody's numbers can tear the page apart. */
const [narrowest, broadest] = [1 / 2.5, 2.5];

/**
 * A hit's animation in a place of its own shape, which is there before the picture is, and after: it is loaded when it
 * comes into sight, and let go of when it has left. While nothing is to move it shows the first frame, and moves for as
 * long as it is pointed at, has the keyboard's focus, or was told to play.
 */
export class Picture {
  element = element("div", { class: "gif-picture" });
  #hit;
  #image = null;
  #button = element("button", { type: "button", class: "gif-play", onclick: () => this.#press() });
  #words = element("p", { class: "gif-broken" });
  #isOn;
  #isInSight = false;
  /** Under the pointer or with the focus. */
  #isNear = false;
  #isTold = false;
  #isBroken = false;

  constructor(hit, isOn) {
    this.#hit = hit;
    this.#isOn = isOn;
    const shape = hit.width > 0 && hit.height > 0 ? hit.width / hit.height : 1;
    this.element.style.setProperty("--shape", Math.min(broadest, Math.max(narrowest, shape)));
    this.element.style.setProperty("--hue", hue(hit.id + hit.title));
    this.element.append(this.#words, this.#button);
    this.#render();
  }

  set isOn(isOn) {
    this.#isOn = isOn;
    this.#isTold = false;
    this.#render();
  }

  set isInSight(isInSight) {
    if (isInSight === this.#isInSight) return;
    this.#isInSight = isInSight;
    this.#render();
  }

  set isNear(isNear) {
    this.#isNear = isNear;
    this.#render();
  }

  localize() {
    this.#render();
  }

  #press() {
    this.#isTold = this.#isBroken || !this.#isTold;
    // Stopping while the pointer is still there is meant.
    if (!this.#isTold) this.#isNear = false;
    this.#isBroken = false;
    this.#render();
  }

  #mended() {
    this.#isBroken = false;
    this.#render();
  }

  #render() {
    const { preview, still } = this.#hit;
    const moves = this.#isOn || this.#isNear || this.#isTold;
    if (!this.#isBroken) this.#show(this.#isInSight ? (moves ? preview : still) : null);
    this.element.classList.toggle("is-moving", moves);
    this.element.classList.toggle("is-broken", this.#isBroken);
    this.#words.textContent = this.#isBroken ? text("gifsBroken") : "";
    this.#offer();
  }

  /** What the button does now. */
  #offer() {
    const [label, drawing] = this.#isBroken ? ["gifsAgain", drawings.again]
      : this.#isTold ? ["gifsStop", bars] : ["gifsPlay", triangle];
    this.#button.hidden = !this.#hit.preview || (this.#isOn && !this.#isBroken);
    this.#button.setAttribute("aria-label", `${text(label)}: ${this.#hit.title || text("gifsUntitled")}`);
    this.#button.title = text(label);
    this.#button.replaceChildren(icon(drawing));
  }

  /** The picture before stays until the one at the new address is there. */
  #show(address) {
    if (!address) return this.#letGo();
    this.#image ??= this.#make();
    if (this.#image.getAttribute("src") !== address) this.#image.src = address;
    if (!this.#image.isConnected) this.element.prepend(this.#image);
  }

  /** An image without a source has no download, no frames in memory, and none to draw. */
  #letGo() {
    this.#image?.removeAttribute("src");
    this.#image?.remove();
    this.#image = null;
    this.element.classList.remove("is-loaded");
  }

  #make() {
    return element("img", {
      alt: "",
      decoding: "async",
      draggable: "false",
      onload: (event) => this.#arrived(event.target),
      onerror: (event) => this.#failed(event.target),
    });
  }

  #arrived(image) {
    if (image !== this.#image) return;
    const shape = Number(this.element.style.getPropertyValue("--shape"));
    const real = image.naturalWidth / image.naturalHeight;
    // Giphy's numbers are not always the file's: such a picture is shown whole in the place that was kept for it.
    this.element.classList.toggle("is-other-shape", Math.abs(real / shape - 1) > 0.05);
    this.element.classList.add("is-loaded");
  }

  #failed(image) {
    if (image !== this.#image) return;
    this.#image.remove();
    this.#image = null;
    this.#isBroken = true;
    this.element.classList.remove("is-loaded");
    this.#render();
    mendLater(this.element, () => this.#mended());
  }
}
