import { element } from "../dom.js";
import { tints } from "./canvas.js";

/** What the colours of the bars mean, and the marks at their ends: for the eye, as the bars are. */
export function makeLegend() {
  const part = (kind, key) => {
    const swatch = element("span", { class: `timeline-swatch timeline-swatch-${kind}` });
    if (tints.includes(kind)) swatch.style.background = `var(--timeline-${kind})`;
    return element("li", {}, swatch, element("span", { "data-text": key }));
  };
  return element("ul", { class: "timeline-legend", "aria-hidden": "true" },
    ...tints.map((tint) => part(tint, `timelineTint_${tint}`)),
    part("failed", "timelineOutcome_failed"), part("cancelled", "timelineOutcome_cancelled"));
}
