import { fold } from "../plain-words.js";
import { members } from "./store.js";

export const jobs = ["music", "gifs", "covers", "photos", "models", "images", "other"];
export const outcomes = ["inFlight", "succeeded", "failed", "cancelled", "unseen"];

/** What is looked for; what is left out (`null`, or nothing to search) leaves everything in. */
export const everything = { job: null, style: null, outcome: null, search: "", loads: null };

/**
 * The runs to show, family by family: a family is there whole, or not at all. For what, in which style and how it ended is
 * asked of the run at its top, and searched is in all of them.
 */
export function rowsOf(roots, query) {
  const needle = fold(query.search.trim());
  const rows = [];
  for (const root of roots) {
    if (!suits(root.run, query)) continue;
    const family = [...members(root)];
    if (needle && !family.some(({ run }) => haystack(run).includes(needle))) continue;
    for (const node of family) rows.push(node);
  }
  return rows;
}

export function outcomeOf(run) {
  return run.outcome ?? "inFlight";
}

function suits(run, { job, style, outcome, loads }) {
  if (loads && !loads.includes(run.load)) return false;
  if (job && (run.job ?? "other") !== job) return false;
  if (style && run.style !== style) return false;
  return !outcome || outcomeOf(run) === outcome;
}

function haystack(run) {
  return fold(`#${run.id} ${run.name} ${run.label ?? ""} ${run.line} ${run.error ?? ""} ${run.load ?? ""}`);
}
