/** What can be kept, in the order of the filter. */
export const kinds = ["chart", "gif", "photo", "article"];

/** How many things a page has, and how many it can have. */
export const [pageSize, largestPage] = [24, 200];

/** What the address asks for: words, which may be none, and one kind or all of them. */
export function readQuery(search) {
  const parameters = new URLSearchParams(search);
  const kind = parameters.get("kind");
  return { words: words(parameters.get("q") ?? ""), kind: kinds.includes(kind) ? kind : null };
}

/** The address of a query. */
export function writeQuery({ words, kind }) {
  const parameters = new URLSearchParams({ screen: "library" });
  if (words) parameters.set("q", words);
  if (kind) parameters.set("kind", kind);
  return `?${parameters}`;
}

/** Where the server has the page of so many things that begins at a cursor; `null` begins with the newest. */
export function pagePath({ words, kind }, after, limit = pageSize) {
  const parameters = new URLSearchParams({ limit });
  if (words) parameters.set("q", words);
  if (kind) parameters.set("kind", kind);
  if (after !== null) parameters.set("after", after);
  return `api/library?${parameters}`;
}

/** What is typed as the server takes it: without the white space around it, and composed. */
export function words(text) {
  return text.trim().normalize("NFC");
}
