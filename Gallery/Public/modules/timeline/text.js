import { formatNumber, text } from "../i18n.js";

/**
 * A time in microseconds, in the unit in which people read it.
 * @param {number} step how close to it others lie that are to be told from it
 */
export function formatTime(microseconds, step = 0) {
  if (microseconds >= 60e6 && (step === 0 || step >= 1e6)) return clock(Math.floor(microseconds / 1e6));
  // What would be rounded to a thousand is one of the next.
  const [unit, size] = [["second", 1e6], ["millisecond", 1e3], ["microsecond", 1]]
    .find(([, size]) => Math.abs(microseconds) >= 0.9995 * size) ?? ["microsecond", 1];
  const value = microseconds / size;
  const places = Math.abs(value) < 10 ? 2 : 0;
  const needed = step > 0 ? Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9)) : places;
  // As they are written everywhere: in full, as in Vietnamese, they are too long for a column.
  const symbol = { millisecond: "ms", microsecond: "μs" }[unit];
  if (symbol) return `${formatNumber(value, { maximumFractionDigits: needed })} ${symbol}`;
  return formatNumber(value, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: needed });
}

/** As clocks show it, which fits into a column however long it is. */
function clock(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
  return parts.map((part, index) => (index > 0 ? String(part).padStart(2, "0") : part)).join(":");
}

export function jobName(job) {
  return text(`timelineJob_${job}`);
}

/** The words for a run's state: what it is busy with, or how it ended. */
export function stateName(run) {
  if (run.outcome) return text(`timelineOutcome_${run.outcome}`);
  if (run.phases?.length > 0) return phaseName(run.phases.at(-1).name);
  if (run.started !== undefined) return text("timelineAtWork");
  return run.queued === undefined ? text("timelineMade") : text("timelineQueued");
}

/** The library's phases have names in the reader's language; those of others stay as they are. */
export function phaseName(name) {
  return text(`timelinePhase_${name.replaceAll(" ", "_")}`) ?? name;
}

/** What a run is called on the screen. */
export function title(run) {
  return run.label ?? run.name;
}
