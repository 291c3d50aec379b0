import { element } from "../dom.js";
import { text } from "../i18n.js";
import { Notice } from "../notice.js";

const record = "M10 2a8 8 0 1 0 .01 0M10 8.5a1.5 1.5 0 1 0 .01 0M5 10a5 5 0 0 1 2-4.1M15 10a5 5 0 0 1-2 4.1";

/** What is said where there is no chart to show. */
export class ChartNotice extends Notice {
  constructor() {
    super(record, { failed: "errorTitle", offline: "offlineDetail" });
  }

  showEmpty() {
    this.say("empty", () => [text("emptyTitle"), text("emptyDetail")]);
  }

  /** A filter that leaves nothing. */
  showNoMatch(filter, clear) {
    this.say(`no match: ${filter}`, () => [text("noMatchTitle"), text("noMatchDetail", { filter }),
      element("button", { type: "button", class: "action", onclick: clear }, text("clearFilter"))]);
  }
}
