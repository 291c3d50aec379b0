import { onChoiceElsewhere, recall, remember } from "./preferences.js";
import { english } from "./strings/en.js";
import { vietnamese } from "./strings/vi.js";

const tables = { en: english, vi: vietnamese };
const listeners = new Set();
/** Made once: a list of thousands of numbers would spend more time on the formatters than on the list. */
const formats = new Map();
keepChoiceInAddress();
let current = initialLanguage();

function initialLanguage() {
  const chosen = recall("language");
  if (isKnown(chosen)) return chosen;
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.find(isKnown) ?? "en";
}

/** Whether there is a table of this name, and not only something that every object has, such as `constructor`. */
function isKnown(tag) {
  return Object.hasOwn(tables, tag);
}

/** What was chosen where the password was asked for, before there was this page to remember it. */
function keepChoiceInAddress() {
  const address = new URL(location.href);
  const chosen = address.searchParams.get("language");
  if (chosen === null) return;
  if (isKnown(chosen)) remember("language", chosen);
  address.searchParams.delete("language");
  history.replaceState(history.state, "", address);
}

export function language() {
  return current;
}

/** What the browser says of the reader's languages, as far as it is any: "en-US@posix", which some have of the system, is none. */
export function readerLanguages() {
  return navigator.languages.filter((tag) => {
    try {
      return Intl.getCanonicalLocales(tag).length > 0;
    } catch {
      return false;
    }
  });
}

/** How dates and numbers are written: in the language of now, as in the reader's own country where that is known. */
function locale() {
  return readerLanguages().find((tag) => tag.split("-")[0].toLowerCase() === current) ?? current;
}

export function setLanguage(tag) {
  if (!isKnown(tag) || tag === current) return;
  remember("language", tag);
  apply(tag);
}

onChoiceElsewhere("language", () => apply(initialLanguage()));

function apply(tag) {
  current = tag;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of language; gives a function that ends it. */
export function onLanguageChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sentence for `key`; an entry that depends on values is a function of them. */
export function text(key, values = {}) {
  const entry = tables[current][key];
  return typeof entry === "function" ? entry(values) : entry;
}

/** Puts the current language into every element below `root` that names a sentence. */
export function localize(root) {
  for (const node of root.querySelectorAll("[data-text]")) node.textContent = text(node.dataset.text);
  for (const node of root.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", text(node.dataset.label));
    if (node instanceof HTMLButtonElement) node.title = text(node.dataset.label);
  }
  for (const node of root.querySelectorAll("[data-placeholder]")) {
    node.placeholder = text(node.dataset.placeholder);
  }
}

/** A calendar day, `2026-10-01`. It has no time zone: read in UTC, it stays the same day everywhere. */
export function formatDay(day) {
  return formatDate(`${day}T00:00:00Z`, { dateStyle: "medium", timeZone: "UTC" }) ?? day;
}

/** The day of a moment (ISO 8601) in the reader's own time zone, or `null` where it cannot be read. */
export function formatDayOf(moment, dateStyle = "medium") {
  return formatDate(moment, { dateStyle });
}

/** A moment (ISO 8601) in the reader's own time zone, or `null` where it cannot be read. */
export function formatMoment(moment) {
  return formatDate(moment, { dateStyle: "long", timeStyle: "short" });
}

/** A moment (ISO 8601) as the options say, in the reader's own time zone, or `null` where it cannot be read. */
export function formatDate(moment, options) {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : formatter("DateTimeFormat", options).format(date);
}

export function formatNumber(number, options) {
  return formatter("NumberFormat", options).format(number);
}

function formatter(kind, options) {
  const key = `${kind} ${current} ${options ? JSON.stringify(options) : ""}`;
  if (!formats.has(key)) formats.set(key, new Intl[kind](locale(), options));
  return formats.get(key);
}

/** A number of bytes, in the largest unit of which there is one. */
export function formatBytes(bytes) {
  const units = [["gigabyte", 1e9], ["megabyte", 1e6], ["kilobyte", 1e3], ["byte", 1]];
  // What would be rounded to a thousand is one of the next.
  const [unit, size] = units.find(([, size]) => bytes >= 0.9995 * size) ?? units.at(-1);
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: size > 1e3 ? 1 : 0 };
  return formatNumber(bytes / size, options);
}

/** The name of a country (two letters) in the current language; unknown ones keep their code. */
export function regionName(code) {
  return formatter("DisplayNames", { type: "region" }).of(code.toUpperCase());
}
