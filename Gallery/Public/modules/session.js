import { send } from "./api.js";
import { endVisit, forgetDrafts, recall } from "./preferences.js";

/** Where the password is asked for, in the language that was chosen. What the page shows is shown again afterwards. */
function login() {
  const address = new URL(`login${location.search}`, document.baseURI);
  const language = recall("language");
  if (language !== null) address.searchParams.set("language", language);
  return address;
}

let isLeaving = false;
// The browser may bring the page back as it was left.
addEventListener("pageshow", () => {
  isLeaving = false;
});

/** To be told of each answer: where it says that there is no session any more, the reader is asked for the password. */
export function noticeSession({ status }) {
  // The screens ask for many things at once, and each of them is told.
  if (status !== 401 || isLeaving) return;
  isLeaving = true;
  location.assign(login());
}

/** Asks whether there is a session, where a stream of events was refused, which does not say why. */
export async function askForSession() {
  try {
    noticeSession(await fetch(new URL("api/models", document.baseURI), { method: "HEAD" }));
  } catch {
    // The server is not there: that is not for want of a session.
  }
}

/** Tells the other pages of this Gallery in this browser that the session was ended. */
const ending = "BroadcastChannel" in window
  ? new BroadcastChannel(`gallery.session ${new URL(".", document.baseURI).pathname}`) : null;
if (ending) {
  ending.onmessage = () => {
    forgetDrafts();
    // A page in the background would go on, and keep nothing any more that is written: the login leads straight back where
    // there is a session again.
    noticeSession({ status: 401 });
  };
}

/**
 * The button that ends the session; it is there only where there is one.
 * @param {(problem: import("./api.js").Problem, retry: () => void) => void} tell told where it goes on
 */
export function installSession(button, tell) {
  button.hidden = !/(^|; )gallery-signed-in=1/.test(document.cookie);
  const signOut = async () => {
    try {
      await send("logout", { method: "POST", headers: { "Content-Type": "application/json" } });
      forgetDrafts();
      endVisit();
      ending?.postMessage("ended");
      location.assign(login());
    } catch (problem) {
      tell(problem, signOut);
    }
  };
  button.addEventListener("click", signOut);
}
