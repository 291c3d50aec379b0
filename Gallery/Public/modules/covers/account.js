/** How many covers were shown, and how many were given up on their way. Dispatches `change`. */
export class Account extends EventTarget {
  shown = 0;
  givenUp = 0;

  addShown() {
    this.shown += 1;
    this.dispatchEvent(new Event("change"));
  }

  addGivenUp() {
    this.givenUp += 1;
    this.dispatchEvent(new Event("change"));
  }
}
