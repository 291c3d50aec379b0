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

/** Another one after each sign-out in this browser, whatever its other windows show at that moment. */
function visit() {
  return recall("visit") ?? "";
}

/** What the reader has written and not sent, kept in this window until it is closed. */
export function recallDraft(name) {
  try {
    if (sessionStorage.getItem(`${prefix}draft.of`) !== visit()) return "";
    return sessionStorage.getItem(`${prefix}draft.${name}`) ?? "";
  } catch {
    return "";
  }
}

let isForgetting = false;

function rememberDraft(name, words) {
  if (isForgetting) return;
  try {
    if (sessionStorage.getItem(`${prefix}draft.of`) !== visit()) removeDrafts();
    sessionStorage.setItem(`${prefix}draft.of`, visit());
    if (words) sessionStorage.setItem(`${prefix}draft.${name}`, words);
    else sessionStorage.removeItem(`${prefix}draft.${name}`);
  } catch {
    // Refused or full: it is lost with the page.
  }
}

/**
 * Keeps a draft when the page goes, for when it is opened anew: where the password had to be asked for, say.
 * @param {() => string} words
 * @returns {() => void} keeps it now, and ends that
 */
export function keepDraft(name, words) {
  const keep = () => rememberDraft(name, words());
  addEventListener("pagehide", keep);
  return () => {
    removeEventListener("pagehide", keep);
    keep();
  };
}

/** Nothing that was written in any window before is recalled in it. */
export function endVisit() {
  remember("visit", String(Date.now()));
}

/** Forgets what was written, also what this page would still remember as it goes: whoever comes next is somebody else. */
export function forgetDrafts() {
  isForgetting = true;
  try {
    removeDrafts();
  } catch {
    // Refused: then there are none.
  }
}

function removeDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${prefix}draft.`)) sessionStorage.removeItem(key);
}
