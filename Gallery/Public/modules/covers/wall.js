import { element } from "../dom.js";
import { stepOf } from "../grid-keys.js";
import { Account } from "./account.js";
import { Card } from "./card.js";
import { Deck } from "./deck.js";
import { Geometry } from "./geometry.js";

/** In the size of the page's text: the least width of a card, and what is between columns and between rows. */
const lengths = { narrowest: 16, columnGap: 1.25, rowGap: 2 };

/**
 * The endless wall. It has as many cards as fill the window and half a window above and below; a card that leaves these
 * at one end comes back at the other, with another article. Dispatches
 * - `range` when the cards show articles from `first` to before `end`
 * - `place` when another article is the first in the window
 * - `change` when something has become of a cover
 */
export class Wall extends EventTarget {
  account = new Account();
  /** The first article in the window. */
  at;
  /** How many covers in the window are still to come. */
  toCome = 0;
  #list;
  #bar;
  #notice;
  #feed = element("div", { class: "covers", role: "feed", tabindex: "-1" });
  element = element("div", { class: "covers-wall" }, this.#feed);
  #deck = new Deck(this.#feed, this.account);
  /** Tells how high a card is, in the text's size and in the width of a column. */
  #ruler = new Card(this.account);
  /** @type {Geometry | null} `null` until it has been measured */
  #geometry = null;
  /** The article that the keyboard is at. */
  #current = null;
  /** How far down the wall was seen. */
  #bottom = 0;
  #frame = 0;
  #observer = new ResizeObserver(() => this.#measure());
  #ending = new AbortController();

  /**
   * @param {HTMLElement} bar what stays at the window's top, and covers a part of it
   * @param {HTMLElement} notice what stays below that while it is there
   */
  constructor(list, at, bar, notice) {
    super();
    this.#list = list;
    this.at = at;
    this.#bar = bar;
    this.#notice = notice;
    this.#ruler.element.classList.add("cover-ruler");
    this.#ruler.element.inert = true;
    this.element.prepend(this.#ruler.element);
    const { signal } = this.#ending;
    this.account.addEventListener("change", () => this.#changed());
    window.addEventListener("scroll", () => this.#placeSoon(), { signal, passive: true });
    window.addEventListener("resize", () => this.#measure(), { signal });
    this.#feed.addEventListener("keydown", (event) => this.#press(event));
    this.#feed.addEventListener("focusin", ({ target }) => {
      this.#current = this.#deck.holding(target)?.index ?? this.#current;
    });
    for (const part of [this.element, this.#ruler.element, bar, notice]) this.#observer.observe(part);
  }

  /** The cards look at the list again. */
  refresh() {
    if (!this.#geometry) return;
    // In a window that has changed and has not said so yet, another article would seem to be at the top.
    if (this.#geometry.isOf(this.#sizes())) this.#place();
    else this.#measure();
  }

  /** Every cover that did not come is tried again. */
  again() {
    for (const card of this.#deck.cards) card.again();
  }

  /** Gives up everything that is on its way. */
  stop() {
    for (const card of this.#deck.cards) card.stop();
  }

  end() {
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#ending.abort();
    this.stop();
  }

  localize() {
    for (const card of this.#deck.cards) card.localize();
  }

  set label(label) {
    this.#feed.setAttribute("aria-label", label);
  }

  /** Brings the row of an article to the top of the window. */
  goTo(index) {
    this.#current = null;
    const known = Math.max(0, Math.min(index, this.#list.end - 1));
    if (this.#geometry) this.#scrollTo(known);
    else this.at = known;
  }

  /** Moves the keyboard by a number of articles; from outside, to the first one in the window. */
  move(step) {
    const isInside = this.#feed.contains(document.activeElement) && this.#current !== null;
    this.#focus(isInside ? this.#current + step : this.at);
  }

  // Where everything is.

  #sizes() {
    return { width: this.element.getBoundingClientRect().width, viewport: window.innerHeight };
  }

  #measure() {
    const { width, viewport } = this.#sizes();
    if (width === 0) return;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // In text so large that the bar takes many lines, it would leave no room for what it is about.
    this.#bar.classList.toggle("is-tall", this.#bar.offsetHeight > window.innerHeight / 5);
    const isTall = this.#barHeight + this.#notice.offsetHeight > window.innerHeight / 2;
    this.#notice.classList.toggle("is-tall", isTall);
    this.#notice.style.insetBlockStart = `${this.#barHeight}px`;
    const measures = { width, viewport };
    for (const [name, length] of Object.entries(lengths)) measures[name] = length * rem;
    // A card is as high as it is only when it is as broad as it will be.
    this.element.style.setProperty("--card", `${new Geometry(measures).cardWidth}px`);
    const cardHeight = this.#ruler.element.getBoundingClientRect().height;
    const geometry = new Geometry({ ...measures, cardHeight });
    if (geometry.equals(this.#geometry)) return;
    const isFirst = this.#geometry === null;
    this.#geometry = geometry;
    if (isFirst && this.at === 0) this.#place();
    else this.#scrollTo(this.at);
  }

  /** Where the window begins on the wall, below what the bar covers of it. */
  #top() {
    return this.#covered() - this.#feed.getBoundingClientRect().top;
  }

  #covered() {
    return this.#barHeight + (this.#notice.classList.contains("is-tall") ? 0 : this.#notice.offsetHeight);
  }

  get #barHeight() {
    return this.#bar.classList.contains("is-tall") ? 0 : this.#bar.offsetHeight;
  }

  /** Above the first row is the page's own head, which belongs to it. */
  #scrollTo(index) {
    const top = this.#rowTop(index);
    this.#grow(top);
    if (top > 0) scrollBy({ top: top - this.#top(), behavior: "instant" });
    else if (this.#top() > 0) scrollTo({ top: 0, behavior: "instant" });
    this.#place();
  }

  /** Where the row of an article is, with room around it. */
  #rowTop(index) {
    const top = this.#geometry.rowTop(index);
    return top + this.#shift(top);
  }

  #shift(top) {
    const distance = this.#geometry.shift(top);
    this.#bottom = Math.max(0, this.#bottom + distance);
    return distance;
  }

  /** Where the wall begins with another row, the reader moves along with what is in sight. */
  #keepRoom() {
    const top = this.#top();
    const distance = this.#shift(top);
    if (distance === 0) return;
    // A wall that is too low would stop the reader half-way: it grows before, and shrinks after.
    if (distance > 0) this.#grow(top + distance);
    scrollBy({ top: distance, behavior: "instant" });
  }

  #grow(top) {
    this.#bottom = Math.max(this.#bottom, top + this.#geometry.viewport);
    this.#feed.style.height = `${this.#geometry.height(this.#bottom, this.#list.end)}px`;
  }

  #placeSoon() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.refresh());
  }

  #place() {
    this.#keepRoom();
    const top = this.#top();
    this.#grow(top);
    const first = this.#geometry.firstCard(top);
    const count = Math.max(0, Math.min(this.#geometry.cardCount, this.#list.end - first));
    this.#deck.arrange(first, count);
    this.dispatchEvent(new CustomEvent("range", { detail: { first, end: first + count } }));
    this.#tell(this.#geometry.firstInWindow(top));
    this.#update(top);
  }

  #update(top) {
    const { cardWidth, cardHeight, viewport } = this.#geometry;
    const current = this.#deck.card(this.#current) ? this.#current : this.at;
    for (const card of this.#deck.cards) {
      const place = this.#geometry.place(card.index);
      const isNear = place.top + cardHeight > top && place.top < top + viewport;
      card.element.tabIndex = card.index === current ? 0 : -1;
      card.update(this.#list.article(card.index), { ...place, isNear, width: cardWidth, count: this.#list.end });
    }
    if (this.#countToCome() !== this.toCome) this.#changed();
  }

  #changed() {
    this.toCome = this.#countToCome();
    this.#feed.setAttribute("aria-busy", this.toCome > 0);
    this.dispatchEvent(new Event("change"));
  }

  #countToCome() {
    const isToCome = (card) => card.isNear && (card.isToCome || !this.#list.isFresh(card.index));
    return this.#deck.cards.filter(isToCome).length;
  }

  #tell(at) {
    if (at === this.at) return;
    this.at = at;
    this.dispatchEvent(new Event("place"));
  }

  // The keyboard.

  #press(event) {
    if (event.target.matches(".cover") && stepOf(event, { Enter: 0 }) !== null) {
      event.preventDefault();
      return event.target.querySelector("a")?.click();
    }
    const { columns } = this.#geometry;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -Infinity };
    const step = stepOf(event, steps);
    if (step === null) return;
    event.preventDefault();
    this.#focus(step === -Infinity ? 0 : (this.#current ?? this.at) + step);
  }

  #focus(index) {
    if (!this.#geometry || index < 0 || index >= this.#list.end) return;
    const { cardHeight, viewport } = this.#geometry;
    const rowTop = this.#rowTop(index);
    this.#grow(rowTop);
    const above = rowTop - this.#top();
    const below = above + cardHeight - (viewport - this.#covered());
    if (index === 0) scrollTo({ top: 0, behavior: "instant" });
    else if (above < 0 || below > 0) scrollBy({ top: above < 0 ? above : Math.min(above, below), behavior: "instant" });
    this.#current = index;
    this.#place();
    this.#deck.card(index)?.element.focus({ preventScroll: true });
  }
}
