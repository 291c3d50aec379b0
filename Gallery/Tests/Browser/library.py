"""The library's screen in the words of a reader."""

from playwright.sync_api import Locator, Page, expect


def keep(page: Page, server: str, **order) -> dict:
    """Keeps something without the page."""
    answer = page.request.post(f"{server}/api/library", data=order)
    assert answer.status in (200, 201), f"{answer.status}: {answer.text()}"
    return answer.json()


def keep_photos(page: Page, server: str, *titles: str) -> list[dict]:
    """Keeps photos that the server's own upstream draws, one after the other."""
    return [keep(page, server, url=f"/photos/{number}.jpg", title=title) for number, title in enumerate(titles, 1)]


def keep_gif(page: Page, server: str, keyword: str = "cat") -> dict:
    hit = page.request.get(f"{server}/api/gifs?q={keyword}&limit=1").json()["hits"][0]
    return keep(page, server, image=hit["image"], title=hit["title"])


def keep_chart(page: Page, server: str, country: str = "vn", limit: int = 10) -> dict:
    return keep(page, server, chart={"country": country, "kind": "songs", "limit": limit})


def count(page: Page, server: str) -> int:
    return page.request.get(f"{server}/api/library").json()["count"]


def open_library(page: Page, server: str, query: str = ""):
    page.goto(f"{server}/?screen=library{query}")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Library")
    expect(page.locator(".things-wall")).to_have_attribute("aria-busy", "false")


def things(page: Page) -> Locator:
    return page.locator(".thing")


def titles(page: Page) -> list[str]:
    return page.locator(".thing-title").evaluate_all("all => all.map((one) => one.title)")


def expect_titles(page: Page, *expected: str):
    expect(page.locator(".thing-title")).to_have_text(list(expected))


def search(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search")


def viewer(page: Page) -> Locator:
    return page.locator(".viewer")
