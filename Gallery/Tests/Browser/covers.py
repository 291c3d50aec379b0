"""The endless wall of covers in the words of a reader."""

from playwright.sync_api import Locator, Page, Route, expect

CARDS = ".covers .cover"
# After another filter was chosen, the covers as they were before stay until the new ones are here: that there are
# pictures says nothing.
EVERY_COVER_IN_SIGHT_IS_HERE = """
  () => document.querySelector(".covers").ariaBusy === "false"
    && [...document.querySelectorAll(".covers .cover")].every((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      return bottom < 0 || top > innerHeight || card.querySelector(".is-loaded") !== null;
    })
"""
STATE = """
  () => {
    const cards = [...document.querySelectorAll(".covers .cover")];
    return {
      nodes: document.querySelectorAll("#main *").length,
      cards: cards.length,
      indices: cards.map((card) => Number(card.dataset.index)),
      near: cards.filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return bottom >= 0 && top <= innerHeight;
      }).length,
    };
  }
"""


def cards(page: Page) -> Locator:
    return page.locator(CARDS)


def card(page: Page, number: int) -> Locator:
    """The card of an article, counted from 1 as people do."""
    return page.locator(f'{CARDS}[aria-posinset="{number}"]')


def state(page: Page) -> dict:
    return page.evaluate(STATE)


def open_covers(page: Page, server: str, query: str = ""):
    """Opens the screen, with the rest of its address."""
    page.goto(f"{server}/?screen=covers{query}")
    expect(page.get_by_role("feed")).to_be_visible()


def expect_covers(page: Page):
    """Waits until every cover in the window is here."""
    expect(cards(page).first).to_be_attached()
    page.wait_for_function(EVERY_COVER_IN_SIGHT_IS_HERE)


def expect_focus_on(page: Page, number: int):
    expect(card(page, number)).to_be_focused()


def article(index: int, filter: str = "none", **facts) -> dict:
    """An article as the server sends it, all of it unremarkable but for the given facts."""
    return {
        "id": index,
        "title": f"Article {index + 1}",
        "author": "Somebody",
        "summary": "A sentence.",
        "publishedAt": "2026-11-21T09:00:00Z",
        "image": f"/image/{filter}/{index}",
        "sizes": [],
    } | facts


def serve_articles(page: Page, count: int | None = None, picture=None, **facts):
    """Answers the page's requests for the list, and each for a cover with `picture` or a drawing."""

    def answer(route: Route):
        query = dict(pair.split("=") for pair in route.request.url.split("?")[1].split("&"))
        first = int(query["from"])
        end = first + int(query["count"])
        end = end if count is None else max(first, min(end, count))
        covers = [article(index, query["filter"], **facts) for index in range(first, end)]
        route.fulfill(json={"covers": covers, "from": first, "next": None if end == count else end})

    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>'
    page.route("**/api/covers?*", answer)
    page.route("**/image/**", picture or (lambda route: route.fulfill(body=drawing, content_type="image/svg+xml")))
