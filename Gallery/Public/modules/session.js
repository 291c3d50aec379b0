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

/** Tells the other pages of this browser that the session was ended. */
const ending = "BroadcastChannel" in window ? new BroadcastChannel("gallery.session") : null;
if (ending) ending.onmessage = () => forgetDrafts();

/** The button that ends the session; it is there only where there is one. */
export function installSession(button) {
  button.hidden = !/(^|; )gallery-signed-in=1/.test(document.cookie);
  button.addEventListener("click", async () => {
    const request = { method: "POST", headers: { "Content-Type": "application/json" } };
    try {
      const { ok } = await fetch(new URL("logout", document.baseURI), request);
      if (!ok) return;
      forgetDrafts();
      endVisit();
      ending?.postMessage("ended");
      location.assign(login());
    } catch {
      // It goes on, and so does the button.
    }
  });
}
