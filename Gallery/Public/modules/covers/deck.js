import { Card } from "./card.js";

/** The cards of the wall, in the order of the list, which is their order on the page. */
export class Deck {
  cards = [];
  #feed;
  #account;

  constructor(feed, account) {
    this.#feed = feed;
    this.#account = account;
  }

  card(index) {
    return this.cards.find((card) => card.index === index) ?? null;
  }

  holding(element) {
    return this.cards.find((card) => card.element.contains(element)) ?? null;
  }

  /**
   * Gives `count` cards their articles, `first` and on. Cards that keep theirs stay where they are; the others follow
   * them, or go before them, so that whoever reads the page reads the list.
   */
  arrange(first, count) {
    this.#make(count);
    const end = first + count;
    const keeps = ({ index }) => index >= first && index < end;
    const kept = this.cards.filter(keeps);
    const spare = this.cards.filter((card) => !keeps(card));
    this.#leave(spare);
    const split = kept[0]?.index ?? end;
    const before = this.#give(spare.splice(0, split - first), first);
    const after = this.#give(spare, end - spare.length);
    kept[0]?.element.before(...before.map(({ element }) => element));
    kept.at(-1)?.element.after(...after.map(({ element }) => element));
    this.cards = [...before, ...kept, ...after];
  }

  #give(cards, first) {
    cards.forEach((card, place) => card.move(first + place));
    return cards;
  }

  /** There are more of them, or fewer, only where the window, the text, or the end of the list has changed. */
  #make(count) {
    for (const card of this.cards.splice(count)) {
      this.#leave([card]);
      card.stop();
      card.element.remove();
    }
    while (this.cards.length < count) {
      const card = new Card(this.#account);
      this.cards.push(card);
      this.#feed.append(card.element);
    }
  }

  /** A card that goes elsewhere would take the keyboard along, or lose it: the feed itself keeps it. */
  #leave(cards) {
    if (cards.some(({ element }) => element.contains(document.activeElement))) {
      this.#feed.focus({ preventScroll: true });
    }
  }
}
