/** Says sentences to assistive technology through the page's one polite live region. */
export class Announcer {
  #region;
  #frame = 0;

  constructor(region) {
    this.#region = region;
  }

  say(sentence) {
    cancelAnimationFrame(this.#frame);
    // The same sentence twice in a row is no change and would not be spoken: empty the region first.
    this.#region.textContent = "";
    this.#frame = requestAnimationFrame(() => {
      this.#region.textContent = sentence;
    });
  }
}
