/** More than the server tells of at once: what it has forgotten may still be looked at here. */
const most = 60_000;

/**
 * One run as the page keeps it: what the server says of it (`run`), the run at the top of its family (`root`), and those
 * below it, in the order in which they were made.
 */
class Node {
  children = [];

  constructor(run, parent) {
    this.run = run;
    this.parent = parent;
    this.root = parent?.root ?? this;
    this.depth = parent ? parent.depth + 1 : 0;
  }
}

/** The runs of the server, put together from what is told of them, as families: each run below the one that made it. */
export class TimelineStore {
  #nodes = new Map();
  #roots = [];
  /** Goes up with every change. */
  version = 0;

  get size() {
    return this.#nodes.size;
  }

  get inFlightCount() {
    let count = 0;
    for (const { run } of this.#nodes.values()) if (run.outcome === undefined) count += 1;
    return count;
  }

  /** The families, the one that was begun first in front. */
  get roots() {
    return this.#roots;
  }

  find(id) {
    return this.#nodes.get(id);
  }

  /** Those that shared the work which was begun for this run. */
  sharers(id) {
    return [...this.#nodes.values()].filter(({ run }) => run.joined === id).map(({ run }) => run);
  }

  clear() {
    this.#nodes.clear();
    this.#roots = [];
    this.version += 1;
  }

  /** Takes the runs of an answer: those that are new, and those that have changed. */
  apply(runs) {
    // A run is younger than the one that made it.
    for (const run of [...runs].sort((one, other) => one.id - other.id)) this.#take(run);
    if (this.#nodes.size > most) this.#forget();
    this.version += 1;
  }

  /**
   * Takes a list of all that the server knows. What was in flight and is not in it any more has ended meanwhile, unseen: the
   * server has forgotten it. It was last heard of at `until`.
   */
  applyWhole(runs, until) {
    const told = new Set(runs.map(({ id }) => id));
    for (const node of this.#nodes.values()) {
      const { run } = node;
      if (run.outcome !== undefined || told.has(run.id)) continue;
      node.run = { ...run, outcome: "unseen", ended: Math.max(until, run.made) };
    }
    this.apply(runs);
  }

  #take(run) {
    const known = this.#nodes.get(run.id);
    if (known) {
      known.run = run;
      return;
    }
    const parent = this.#nodes.get(run.parent);
    const node = new Node(run, parent);
    this.#nodes.set(run.id, node);
    (parent ? parent.children : this.#roots).push(node);
  }

  /** The oldest families of which nothing is in flight. */
  #forget() {
    this.#roots = this.#roots.filter((root) => {
      if (this.#nodes.size <= most * 0.9) return true;
      const family = [...members(root)];
      if (family.some(({ run }) => run.outcome === undefined)) return true;
      for (const { run } of family) this.#nodes.delete(run.id);
      return false;
    });
  }
}

/** The run and all below it, each before those below it. Takes no stack, however deep. */
export function* members(root) {
  const waiting = [root];
  while (waiting.length > 0) {
    const node = waiting.pop();
    yield node;
    for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]);
  }
}
