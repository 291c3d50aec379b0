import { element } from "../dom.js";
import { tints } from "./canvas.js";

/** What the colours of the bars mean, and the marks at their ends: for the eye, as the bars are. */
export function makeLegend() {
  const part = (kind, key) => element("li", {},
    element("span", { class: `timeline-swatch timeline-swatch-${kind}` }), element("span", { "data-text": key }));
  return element("ul", { class: "timeline-legend", "aria-hidden": "true" },
    ...tints.map((tint) => part(tint, `timelineTint_${tint}`)),
    part("failed", "timelineOutcome_failed"), part("cancelled", "timelineOutcome_cancelled"));
}
