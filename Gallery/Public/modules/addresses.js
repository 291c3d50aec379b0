/**
 * The address of a page anywhere, or `null` where a link to it would be none: `javascript:` is a script, and a path is
 * the name of something at the server's own upstream, which has no pages.
 */
export function pageAddress(text) {
  return URL.canParse(text) ? address(text, ({ protocol }) => protocol === "https:" || protocol === "http:") : null;
}

/** The address of a picture on this server, or `null` where it is elsewhere. */
export function pictureAddress(text) {
  return address(text, ({ origin }) => origin === location.origin);
}

function address(text, allowed) {
  if (typeof text !== "string" || !URL.canParse(text, document.baseURI)) return null;
  const url = new URL(text, document.baseURI);
  return allowed(url) ? url.href : null;
}
