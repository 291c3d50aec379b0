"""The screen of GIFs in the words of a reader."""

from playwright.sync_api import Locator, Page, Route, expect

CARDS = ".gif:not(.skeleton)"

# A GIF of two frames, each of one pixel: two tenths of a second black, two white, for ever.
MOVING = bytes.fromhex(
    "47494638396101000100800000000000ffffff"
    "21ff0b4e45545343415045322e300301000000"
    "21f90400140000002c0000000001000100000202440100"
    "21f90400140000002c00000000010001000002024c0100"
    "3b"
)


def cards(page: Page) -> Locator:
    return page.locator(CARDS)


def names(page: Page) -> list[str]:
    return page.locator(f"{CARDS} .gif-title").evaluate_all("all => all.map((name) => name.title)")


def keyword(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search")


def open_gifs(page: Page, server: str, query: str = ""):
    """Opens the screen, with the rest of its address."""
    response = page.goto(f"{server}/?screen=gifs{query}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("GIFs")
    return response


def expect_found(page: Page, title: str):
    """Waits until the hits of a search are here."""
    expect(page.locator(".headline-country")).to_have_text(title)
    expect(page.locator(".gifs-wall")).to_have_attribute("aria-busy", "false")
    expect(cards(page).first).to_be_visible()


def expect_focus_on(page: Page, card: Locator):
    expect(card.locator("[data-target]")).to_be_focused()


def hit(number: int, **facts) -> dict:
    """A hit as the server sends it, all of it unremarkable but for the given facts."""
    return {
        "id": f"id{number}",
        "title": f"Name {number} GIF by somebody",
        "url": f"https://giphy.com/gifs/id{number}",
        "rating": "g",
        "width": 480,
        "height": 270,
        "bytes": 123456,
        "preview": f"/image/preview/{number}",
        "still": f"/image/still/{number}",
    } | facts


def serve_hits(page: Page, *hits: dict, found: int | None = None, size: int = 24):
    """Answers the page's searches with these hits, `size` at a time, and every picture with one that moves."""

    def answer(route: Route):
        parameters = dict(pair.split("=") for pair in route.request.url.split("?")[1].split("&"))
        start = int(parameters["offset"])
        end = min(start + size, len(hits))
        route.fulfill(json={
            "attribution": "Powered By GIPHY",
            "found": len(hits) if found is None else found,
            "hits": list(hits[start:end]),
            "next": end if end < len(hits) else None,
            "offset": start,
        })

    page.route("**/api/gifs?*", answer)
    page.route("**/image/**", lambda route: route.fulfill(body=MOVING, content_type="image/gif"))


def picture(card: Locator) -> str | None:
    """What the card shows: the end of its picture's address."""
    return card.locator("img").get_attribute("src")
