import { formatBytes, formatDayOf, formatMoment, formatNumber, regionName, text } from "../i18n.js";

/** What a thing is called. */
export function title({ kind, title, chart, article }) {
  if (kind === "chart" && chart) {
    return [title || text(chart.kind), chart.country ? regionName(chart.country) : null].filter(Boolean).join(" · ");
  }
  return title || article?.title || text("libraryUntitled");
}

/**
 * What is known of a thing, in a few words each.
 * @param {{ isShort: boolean }} how whether there is room for the day only
 */
export function facts({ kind, chart, article, picture, file, savedAt }, { isShort }) {
  const words = [];
  if (chart) words.push(text("count", { count: formatNumber(chart.count) }));
  if (chart?.updated && !isShort) words.push(text("updated", { moment: formatDayOf(chart.updated) ?? chart.updated }));
  if (article?.author) words.push(String(article.author));
  if (picture.width && picture.height) {
    words.push(`${formatNumber(picture.width)} × ${formatNumber(picture.height)}`);
  }
  if ((kind === "gif" || kind === "photo") && file?.bytes) words.push(formatBytes(file.bytes));
  words.push(text("librarySaved", { moment: (isShort ? formatDayOf : formatMoment)(savedAt) ?? savedAt }));
  return words;
}
