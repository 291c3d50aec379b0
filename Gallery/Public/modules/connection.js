import { onLanguageChange, text } from "./i18n.js";

const labels = { connecting: "connectionConnecting", live: "connectionLive", lost: "connectionLost" };

/** Shows in words and as a dot whether the server's events arrive. */
export function installConnection(indicator, feed) {
  const words = indicator.querySelector(".connection-text");
  const show = () => {
    indicator.dataset.status = feed.status;
    words.textContent = text(labels[feed.status]);
  };
  feed.addEventListener("status", show);
  onLanguageChange(show);
  show();
}
