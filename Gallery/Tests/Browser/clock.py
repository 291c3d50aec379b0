"""The clock of the models screen in the words of a reader."""

from playwright.sync_api import Page

# Notes all that is ever said of the ticks: each stays for a second, and may come and go between two looks.
WATCH_TICKS = """
  window.ticks = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.matches(".clock-ticks")) {
        for (const node of addedNodes) window.ticks.push(node.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
"""


def expect_ticks(page: Page, words: str):
    """Waits until this has been said of the ticks since they were forgotten, even if it is there no longer."""
    page.wait_for_function("words => window.ticks.includes(words)", arg=words)


def forget_ticks(page: Page):
    page.evaluate("window.ticks = []")
