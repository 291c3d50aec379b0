import { ActivityNote } from "./activity.js";
import { Announcer } from "./announcer.js";
import { installConnection } from "./connection.js";
import { EventFeed } from "./events.js";
import { language, localize, onLanguageChange, setLanguage, text } from "./i18n.js";
import { kept } from "./kept.js";
import { Loads } from "./loads.js";
import { installMenu } from "./menu.js";
import { PageNotice } from "./page-notice.js";
import { ProgressLine } from "./progress.js";
import { ScreenHost } from "./screen-host.js";
import { screens } from "./screens.js";
import { installSession } from "./session.js";
import { Shortcuts } from "./shortcuts.js";
import { installTheme } from "./theme.js";

const byID = (id) => document.getElementById(id);

const feed = new EventFeed();
const loads = new Loads();
feed.addEventListener("load", ({ detail }) => loads.apply(detail));
feed.addEventListener("status", () => {
  if (feed.status !== "live") loads.clear();
});

const announcer = new Announcer(byID("announcer"));
const notice = new PageNotice(byID("main"));
kept.install(feed);
kept.addEventListener("say", ({ detail }) => announcer.say(detail));
kept.addEventListener("failed", ({ detail: { title, problem, retry } }) => notice.tell(title, problem, retry));

const shortcuts = new Shortcuts(byID("shortcuts"));
const host = new ScreenHost(screens, byID("main"), byID("screens"), {
  feed,
  loads,
  shortcuts,
  announcer,
  progress: new ProgressLine(byID("progress")),
});

// What would do nothing without this script is not there without it.
for (const part of ["connection", "menu", "menu-button"]) byID(part).hidden = false;
for (const choice of byID("language").querySelectorAll("input")) {
  choice.addEventListener("change", () => setLanguage(choice.value));
}
onLanguageChange(translate);
byID("help").addEventListener("click", () => shortcuts.show());
new ActivityNote(byID("activity"), loads);
installMenu(byID("menu"));
installTheme(byID("theme"));
installSession(byID("sign-out"), (problem, retry) => notice.tell(() => text("signOutFailed"), problem, retry));
// What was tried on another screen is not what the reader is at any more.
byID("screens").addEventListener("click", () => notice.clear());
installConnection(byID("connection"), feed);

feed.addEventListener("back", () => host.reconnect());
feed.addEventListener("missed", ({ detail: { topics } }) => {
  if (!Array.isArray(topics)) return;
  // Of those whose end was not told nobody would ever know.
  if (topics.includes("loads")) loads.clear();
  if (topics.includes("models") || topics.includes("network")) host.reconnect();
});
// Browsers say "online" a little before the way is open: what fails once more is tried again, a few times.
window.addEventListener("online", () => {
  for (const wait of [0, 1000, 2000, 3000]) setTimeout(() => host.reconnect(), wait);
});
window.addEventListener("popstate", () => host.navigate());
window.addEventListener("pagehide", () => {
  host.leave();
  feed.stop();
});
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  feed.start();
  host.resume();
});

host.navigate();
translate();
feed.start();

function translate() {
  document.documentElement.lang = language();
  for (const choice of byID("language").querySelectorAll("input")) choice.checked = choice.value === language();
  localize(document);
  notice.localize();
  host.localize();
}
