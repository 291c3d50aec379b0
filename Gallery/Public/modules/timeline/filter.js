import { fold } from "../plain-words.js";

export const jobs = ["music", "gifs", "covers", "photos", "models", "images", "other"];
export const outcomes = ["inFlight", "succeeded", "failed", "cancelled", "unseen"];

/** What is looked for; what is left out (`null`, or nothing to search) leaves everything in. */
export const everything = { job: null, style: null, outcome: null, search: "", loads: null };

/**
 * The runs to show, family by family: a family is there whole, or not at all. For what, in which style and how it ended is
 * asked of the run at its top, and searched is in all of them. By hand and not with `members`, which takes three times as long.
 */
export function rowsOf(roots, query) {
  const needle = fold(query.search.trim());
  const rows = [];
  for (const root of roots) {
    if (!suits(root.run, query)) continue;
    const begin = rows.length;
    let isFound = !needle;
    for (const waiting = [root]; waiting.length > 0;) {
      const node = waiting.pop();
      rows.push(node);
      isFound ||= haystack(node.run).includes(needle);
      for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]);
    }
    if (!isFound) rows.length = begin;
  }
  return rows;
}

function outcomeOf(run) {
  return run.outcome ?? "inFlight";
}

function suits(run, { job, style, outcome, loads }) {
  if (loads && !loads.includes(run.load)) return false;
  if (job && (run.job ?? "other") !== job) return false;
  if (style && run.style !== style) return false;
  return !outcome || outcomeOf(run) === outcome;
}

/** What is searched of runs: a run that has changed is another object. Fifty thousand are folded once, not four times a second. */
const haystacks = new WeakMap();

function haystack(run) {
  let words = haystacks.get(run);
  if (words === undefined) {
    words = fold(`#${run.id} ${run.name} ${run.label ?? ""} ${run.line} ${run.error ?? ""} ${run.load ?? ""}`);
    haystacks.set(run, words);
  }
  return words;
}
