"""The screen with the clock and the library: ticks while it is watched, loads that change live, things that stay."""

import pytest
from playwright.sync_api import Page, Route, expect

from clock import WATCH_TICKS, expect_ticks, forget_ticks
from helpers import HORIZONTAL_OVERFLOW, PHONE, eventually



def open_models(page: Page, server: str):
    page.goto(f"{server}/?screen=models")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Clock & models")


def load(page: Page, *addresses: str):
    page.get_by_label("Addresses of articles").fill("\n".join(addresses))
    page.get_by_role("button", name="Load").click()


def keep(page: Page, server: str, *numbers: int):
    """Loads articles without the page, one after the other, and waits until they are kept."""
    for count, number in enumerate(numbers, 1):
        answer = page.request.post(f"{server}/api/models", data={"urls": [f"/articles/{number}.json"]})
        assert answer.status == 202
        eventually(lambda: page.request.get(f"{server}/api/library").json()["count"] == count)


def state(page: Page, address: str):
    return page.locator(".state").filter(has_text=address)


def test_the_clock_ticks_while_it_is_on_the_screen(page: Page, own):
    page.add_init_script(WATCH_TICKS)
    open_models(page, own)
    expect(page.locator(".headline-country")).to_have_text("Ticking for you")
    expect_ticks(page, "2 ticks since you came")
    with page.expect_event("requestfailed", lambda request: "topics=clock" in request.url):
        page.get_by_role("link", name="Music").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Albums")
    expect(page.locator(".connection-text")).to_have_text("Live")
    # The clock begins anew when the server has noticed, too: only the rest of the page listens then.
    eventually(lambda: "\ngallery_listeners 1\n" in page.request.get(f"{own}/metrics").text())
    forget_ticks(page)
    page.go_back()
    expect_ticks(page, "1 tick since you came")


def test_other_screens_do_not_make_it_tick(page: Page, own):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{own}/?screen=photos")
    expect(page.locator(".connection-text")).to_have_text("Live")
    streams = [url for url in asked if "/api/events" in url]
    assert len(streams) == 1 and "clock" not in streams[0]


def test_articles_are_loaded_and_stay_in_the_library(page: Page, own, screenshots):
    open_models(page, own)
    expect(page.get_by_role("heading", name="Nothing kept yet")).to_be_visible()
    load(page, "/articles/1.json", "/articles/2.json", "/articles/x.json")
    expect(state(page, "/articles/1.json")).to_have_attribute("data-state", "loaded")
    expect(state(page, "/articles/2.json")).to_contain_text("Kept as no.")
    expect(state(page, "/articles/x.json")).to_contain_text("answered 404 (Not Found)")
    expect(page.locator("#announcer")).to_have_text("2 articles loaded and kept, 1 failed")
    expect(page.locator(".saved")).to_have_count(2)
    expect(page.locator(".library-count")).to_have_text("2 articles kept")
    expect(page.locator(".saved img.is-loaded")).to_have_count(2)
    screenshots.take(page, "models.png", full_page=True)
    page.reload()
    expect(page.locator(".saved")).to_have_count(2)


def test_what_is_deleted_is_gone_here_and_on_other_pages(open_context, own):
    page, other = open_context().new_page(), open_context().new_page()
    keep(page, own, 1, 2)
    open_models(page, own)
    open_models(other, own)
    expect(other.locator(".saved")).to_have_count(2)
    expect(other.locator(".connection-text")).to_have_text("Live")
    title = page.locator(".saved h3").first.inner_text()
    page.get_by_role("button", name=f"Delete “{title}”").press("Enter")
    expect(page.locator("#announcer")).to_have_text(f"“{title}” is deleted")
    expect(page.locator(".saved")).to_have_count(1)
    expect(page.get_by_role("button", name="Delete")).to_be_focused()
    expect(other.locator(".saved")).to_have_count(1)


def test_a_list_that_cannot_be_loaded_is_a_notice(page: Page, own):
    open_models(page, own)
    load(page, "no address")
    expect(page.get_by_role("alert")).to_contain_text("no address")
    expect(page.locator(".models-states")).to_be_hidden()


def test_a_notice_stays_when_the_library_comes_behind_it(page: Page, own):
    """The library, once it was there, took away what was said of a load that had failed meanwhile."""
    keep(page, own, 1)
    held = []
    page.route("**/api/library*", lambda route: held.append(route))
    open_models(page, own)
    load(page, "no address")
    expect(page.get_by_role("alert")).to_contain_text("no address")
    assert held
    for route in held:
        route.continue_()
    expect(page.locator(".saved")).to_have_count(1)
    expect(page.get_by_role("alert")).to_contain_text("no address")


def test_a_library_that_is_here_again_says_no_more_of_its_problem(page: Page, own):
    page.route("**/api/library*", lambda route: route.abort())
    open_models(page, own)
    expect(page.get_by_role("alert")).to_have_count(1)
    page.unroute("**/api/library*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Nothing kept yet")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def order_slowly(page: Page, address: str) -> Route:
    """Loads an article whose order is held back on its way."""
    held: list[Route] = []
    page.route("**/api/models", lambda route: held.append(route) if route.request.method == "POST" else route.continue_(), times=1)
    with page.expect_request(lambda request: request.method == "POST"):
        load(page, address)
    return held.pop()


def test_what_is_typed_while_an_order_is_on_its_way_stays(page: Page, own):
    open_models(page, own)
    expect(page.get_by_role("button", name="Fill in a sample")).to_be_visible()
    order = order_slowly(page, "/articles/1.json")
    addresses = page.get_by_label("Addresses of articles")
    addresses.fill("/articles/2.json")
    with page.expect_response(lambda response: response.request.method == "POST"):
        order.continue_()
    expect(state(page, "/articles/1.json")).to_have_attribute("data-state", "loaded")
    expect(addresses).to_have_value("/articles/2.json")


def test_an_order_that_fails_does_not_take_away_a_later_one(page: Page, own):
    open_models(page, own)
    expect(page.get_by_role("button", name="Fill in a sample")).to_be_visible()
    order = order_slowly(page, "/articles/1.json")
    load(page, "/articles/2.json")
    expect(state(page, "/articles/2.json")).to_have_attribute("data-state", "loaded")
    order.abort()
    expect(page.get_by_role("alert")).to_contain_text("out of reach")
    expect(state(page, "/articles/2.json")).to_have_attribute("data-state", "loaded")


def test_an_order_is_given_though_the_reader_goes_to_another_screen(page: Page, own):
    open_models(page, own)
    expect(page.get_by_role("button", name="Fill in a sample")).to_be_visible()
    order = order_slowly(page, "/articles/1.json")
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    with page.expect_event("requestfinished", lambda request: request.method == "POST"):
        order.continue_()
    page.get_by_role("link", name="Clock").click()
    expect(page.locator(".saved")).to_have_count(1)


def test_what_was_ordered_after_the_question_is_not_taken_for_forgotten(page: Page, own):
    """The server had not been told of it when it said what it was loading."""
    held: list[Route] = []
    page.route("**/api/models", lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
    with page.expect_request("**/api/models"):
        open_models(page, own)
    load(page, "/photos/1.jpg?fault=stall")
    expect(state(page, "/photos/1.jpg")).to_have_attribute("data-state", "loading")
    held.pop().fulfill(json={"loading": [], "most": 100, "samples": True})
    expect(page.get_by_role("button", name="Fill in a sample")).to_be_visible()
    expect(state(page, "/photos/1.jpg")).to_have_attribute("data-state", "loading")


def test_further_pages_and_the_focus_stay_when_something_is_kept(page: Page, own):
    urls = [f"/articles/{number}.json" for number in range(30)]
    page.request.post(f"{own}/api/models", data={"urls": urls})
    eventually(lambda: page.request.get(f"{own}/api/library").json()["count"] == 30)
    open_models(page, own)
    expect(page.locator(".saved")).to_have_count(24)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".saved")).to_have_count(30)
    last = page.locator(".saved").last.get_by_role("button")
    name = last.get_attribute("aria-label")
    last.focus()
    page.request.post(f"{own}/api/models", data={"urls": ["/articles/77.json"]})
    expect(page.locator(".library-count")).to_have_text("31 articles kept")
    expect(page.locator(".saved")).to_have_count(31)
    expect(page.locator(".saved").last.get_by_role("button", name=name, exact=True)).to_be_focused()
    expect(page.locator(".saved").first).to_contain_text("/articles/77.json")


def test_an_article_that_was_deleted_does_not_come_back_from_an_answer_that_is_older(page: Page, own):
    keep(page, own, 1, 2)
    open_models(page, own)
    expect(page.locator(".saved")).to_have_count(2)
    expect(page.locator(".connection-text")).to_have_text("Live")
    held: list[Route] = []
    page.route("**/api/library?*", lambda route: held.append(route))
    with page.expect_request("**/api/library?*"):
        page.request.post(f"{own}/api/models", data={"urls": ["/articles/3.json"]})
    before = page.request.get(f"{own}/api/library?kind=article").json()
    page.locator(".saved").filter(has_text="/articles/1.json").get_by_role("button").click()
    expect(page.locator(".saved")).to_have_count(1)
    held.pop().fulfill(json=before)
    expect(page.locator(".saved").first).to_contain_text("/articles/3.json")
    expect(page.locator(".saved")).to_have_count(2)
    expect(page.locator(".library-count")).to_have_text("2 articles kept")


def test_a_sample_can_be_filled_in(page: Page, own):
    open_models(page, own)
    page.get_by_role("button", name="Fill in a sample").click()
    page.get_by_role("button", name="Load 6 articles").click()
    expect(page.locator(".saved")).to_have_count(6)


def test_in_vietnamese_and_in_the_dark(open_context, own, screenshots):
    page = open_context(locale="vi-VN", color_scheme="dark").new_page()
    keep(page, own, 3)
    page.goto(f"{own}/?screen=models")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Đồng hồ và bài viết")
    expect(page.locator(".library-count")).to_have_text("Đã lưu 1 bài viết")
    page.locator("#language input[value=en]").check()
    expect(page.locator(".library-count")).to_have_text("1 article kept")
    page.locator("#language input[value=vi]").check()
    screenshots.take(page, "models-vietnamese-dark.png", full_page=True)


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_on_a_phone_nothing_is_wider_than_the_screen(open_context, own, screenshots, size):
    page = open_context(**PHONE).new_page()
    keep(page, own, 4)
    open_models(page, own)
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    load(page, "/articles/5.json", "/articles/" + "x" * 90)
    expect(page.locator(".saved")).to_have_count(2)
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    screenshots.take(page, f"models-phone-{size.rstrip('%')}.png", full_page=True)


def test_the_hands_jump_where_motion_is_unwelcome(open_context, own):
    page = open_context(reduced_motion="reduce").new_page()
    open_models(page, own)
    assert page.locator(".clock-second").evaluate("hand => getComputedStyle(hand).transitionProperty") == "none"


def test_loads_end_also_where_there_is_no_stream_of_events(page: Page, own):
    page.route("**/api/events?*", lambda route: route.fulfill(status=429, body=""))
    open_models(page, own)
    load(page, "/articles/1.json")
    expect(state(page, "/articles/1.json")).to_have_attribute("data-state", "loaded")
    expect(page.locator(".saved")).to_have_count(1)


def test_what_was_typed_is_still_there_for_one_who_comes_back(page: Page, own):
    open_models(page, own)
    addresses = page.get_by_label("Addresses of articles")
    addresses.fill("/articles/1.json\n/articles/2.json")
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    page.get_by_role("link", name="Clock").click()
    expect(addresses).to_have_value("/articles/1.json\n/articles/2.json")
    page.reload()
    expect(page.get_by_role("button", name="Load 2 articles")).to_be_visible()


def test_an_order_that_fails_on_another_screen_is_told_there(page: Page, own):
    """Nobody was told, and the addresses were gone."""
    open_models(page, own)
    order = order_slowly(page, "/articles/1.json")
    page.get_by_role("link", name="Music").click()
    expect(page.locator("#announcer")).to_have_text("25 items loaded")
    order.abort()
    expect(page.locator("#announcer")).to_have_text("The server is out of reach")
    page.get_by_role("link", name="Clock").click()
    expect(page.get_by_label("Addresses of articles")).to_have_value("/articles/1.json")


@pytest.fixture
def many(page: Page, own) -> list[dict]:
    """Thirty articles, six more than a page has; the newest first."""
    page.request.post(f"{own}/api/models", data={"urls": [f"/articles/{number}.json" for number in range(30)]})
    while page.request.get(f"{own}/api/library").json()["count"] < 30:
        pass
    return page.request.get(f"{own}/api/library?limit=30").json()["things"]


def delete(page: Page, server: str, thing: dict):
    page.request.delete(f"{server}/api/library/{thing['id']}", headers={"Content-Type": "application/json"})


def test_what_is_deleted_of_a_page_that_is_not_here_is_not_counted_any_more(page: Page, own, many):
    open_models(page, own)
    expect(page.locator(".library-count")).to_have_text("30 articles kept")
    expect(page.locator(".connection-text")).to_have_text("Live")
    delete(page, own, many[-1])
    expect(page.locator(".library-count")).to_have_text("29 articles kept")


def test_what_was_deleted_of_a_further_page_while_the_way_was_closed_is_gone(page: Page, own, many):
    """Further pages stayed as they were, whatever had become of them."""
    open_models(page, own)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".saved")).to_have_count(30)
    expect(page.locator(".connection-text")).to_have_text("Live")
    lie = "(name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
    page.evaluate(lie, "pagehide")
    delete(page, own, many[-1])
    page.evaluate(lie, "pageshow")
    expect(page.locator(".saved")).to_have_count(29)
    expect(page.locator(".library-count")).to_have_text("29 articles kept")
