import { element } from "../dom.js";
import { formatNumber, text } from "../i18n.js";
import { Notice } from "../notice.js";
import { longestKeyword } from "./query.js";

const frames = "M2.5 5.5h11v9h-11zM13.5 7.5h4v7h-4M7 8v4l3-2z";

/** What is said where there are no hits to show. */
export class SearchNotice extends Notice {
  #search;

  /** @param {(keyword: string) => void} search searches for one of the words that are offered */
  constructor(search) {
    super(frames, { failed: "gifsErrorTitle", offline: "gifsOfflineDetail" });
    this.#search = search;
  }

  /** Nothing has been searched for yet. */
  showInvitation() {
    this.say("invitation", () => [text("gifsInvitationTitle"), text("gifsInvitation"), this.#offers()]);
  }

  showNothing(keyword) {
    this.say(`nothing: ${keyword}`, () =>
      [text("gifsNothingTitle"), text("gifsNothing", { keyword }), this.#offers()]);
  }

  showTooLong() {
    const longest = formatNumber(longestKeyword);
    this.say("too long", () => [text("gifsTooLongTitle"), text("gifsTooLong", { longest })]);
  }

  #offers() {
    return element("ul", { class: "gifs-offers", role: "list" }, ...text("gifsOffers").map((keyword) =>
      element("li", {}, element("button", {
        type: "button", class: "gifs-offer", onclick: () => this.#search(keyword),
      }, keyword))));
  }
}
