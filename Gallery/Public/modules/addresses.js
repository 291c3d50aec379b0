/** The address of a page anywhere, or `null` where a link to it would be none: `javascript:` is a script. */
export function pageAddress(text) {
  return address(text, ({ protocol }) => protocol === "https:" || protocol === "http:");
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
