/** How many covers were shown, each counted once, and how many were given up on their way. Dispatches `change`. */
export class Account extends EventTarget {
  givenUp = 0;
  #shown = new Set();

  get shown() {
    return this.#shown.size;
  }

  /** The cover of an article is here, for the first time or in another treatment. */
  addShown(id) {
    this.#shown.add(id);
    this.tell();
  }

  addGivenUp() {
    this.givenUp += 1;
    this.tell();
  }

  /** Something has become of a cover. */
  tell() {
    this.dispatchEvent(new Event("change"));
  }
}
