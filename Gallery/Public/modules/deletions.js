/** What was deleted while answers are on their way: they may be from before. */
export class Deletions {
  #open = new Set();

  /** Something was deleted, here or on another page. */
  add(id) {
    for (const gone of this.#open) gone.add(id);
  }

  /** What `ask` gives, which takes the numbers of what was deleted since it began. */
  async during(ask) {
    const gone = new Set();
    this.#open.add(gone);
    try {
      return await ask(gone);
    } finally {
      this.#open.delete(gone);
    }
  }
}

/** A page of the library without what is gone. */
export function without({ things, next, count }, gone) {
  const left = things.filter(({ id }) => !gone.has(id));
  return { things: left, next, count: count - (things.length - left.length) };
}
