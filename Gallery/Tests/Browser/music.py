"""The music screen in the words of a reader."""

from playwright.sync_api import Locator, Page, expect

CARDS = ".card:not(.skeleton)"


def cards(page: Page) -> Locator:
    return page.locator(f"{CARDS}:not([hidden])")


def names(page: Page) -> list[str]:
    return page.locator(f"{CARDS} .card-name").evaluate_all("all => all.map((name) => name.title)")


def open_chart(page: Page, server: str, address: str = "/?country=us&kind=albums&limit=25"):
    """Opens an address and waits for its chart."""
    response = page.goto(server + address)
    expect(cards(page).first).to_be_visible()
    return response


def expect_headline(page: Page, kind: str, country: str):
    expect(page.locator(".headline-kind")).to_have_text(kind)
    expect(page.locator(".headline-country")).to_have_text(country)


def expect_focus_on(page: Page, card: Locator):
    expect(card.locator("[data-target]")).to_be_focused()


def item(rank: int, **facts) -> dict:
    """An item as the server sends it, all of it unremarkable but for the given facts."""
    return {
        "rank": rank,
        "id": str(rank),
        "name": f"Name {rank}",
        "artist": f"Artist {rank}",
        "kind": "album",
        "releaseDate": "2026-10-01",
        "explicit": False,
        "genres": ["Rock"],
        "url": f"https://music.example/{rank}",
        "artworkURL": None,
    } | facts


def serve_items(page: Page, *items: dict):
    """Answers the page's next charts with these items, for texts that no feed can be made to send."""
    chart = {"summary": {"count": len(items), "title": "Top Albums", "updated": None}, "items": list(items)}
    page.route("**/api/music?*", lambda route: route.fulfill(json=chart))
