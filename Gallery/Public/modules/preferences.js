/** What the reader chose, remembered in this browser. Works, forgetfully, where storage is refused. */
const prefix = "gallery.";

export function recall(name) {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
  } catch {
    // Refused or full: the choice holds for this visit.
  }
}
