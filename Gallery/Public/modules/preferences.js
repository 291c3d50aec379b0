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

/** Calls `listener` with what was chosen on another page of this browser; `null` where that is nothing any more. */
export function onChoiceElsewhere(name, listener) {
  addEventListener("storage", ({ key }) => {
    // Without a key everything was forgotten.
    if (key === prefix + name || key === null) listener(recall(name));
  });
}
