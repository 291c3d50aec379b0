import { element } from "../dom.js";
import { formatDay, formatNumber, text } from "../i18n.js";
import { artwork } from "./artwork.js";

/** One item of the chart, as a list item whose `[data-target]` takes the keyboard's focus. */
export function card(item) {
  return element("li", { class: "card", value: item.rank, "data-rank": item.rank },
    element("article", {},
      element("div", { class: "card-cover" },
        artwork(item),
        element("span", { class: "card-rank", "aria-hidden": "true" }, formatNumber(item.rank))),
      element("h2", { class: "card-name", dir: "auto", title: item.name }, target(item), explicitMark(item)),
      item.artist ? element("p", { class: "card-artist", dir: "auto" }, item.artist) : null,
      facts(item)));
}

function target({ name, url }) {
  if (!url) return element("span", { "data-target": true, tabindex: "-1" }, name);
  return element("a", { "data-target": true, href: url, target: "_blank", rel: "noopener noreferrer" },
    name, element("span", { class: "unseen" }, ` ${text("opensNewTab")}`));
}

function explicitMark({ explicit }) {
  if (explicit !== true) return null;
  return element("span", { class: "explicit", title: text("explicit") },
    element("span", { "aria-hidden": "true" }, "E"),
    element("span", { class: "unseen" }, ` ${text("explicit")}`));
}

function facts({ genres, releaseDate }) {
  const parts = [];
  // The first genre is the item's own; behind it come the ones above, up to "Music".
  if (genres.length > 0) parts.push(element("span", { dir: "auto" }, genres[0]));
  if (releaseDate) {
    const day = formatDay(releaseDate);
    parts.push(element("time", { datetime: releaseDate, title: text("released", { day }) }, day));
  }
  return parts.length > 0 ? element("p", { class: "card-facts" }, ...parts) : null;
}

/** The outline of a card while the chart is on its way. */
export function skeleton(rank) {
  return element("li", { class: "card skeleton", "data-rank": rank },
    element("div", { class: "card-cover" }, element("div", { class: "artwork" })),
    element("div", { class: "skeleton-line" }),
    element("div", { class: "skeleton-line skeleton-short" }));
}
