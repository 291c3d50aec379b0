"""Tabs that nobody looks at: a browser has six connections to a server for all of them together."""

from playwright.sync_api import Page, expect

from helpers import eventually
from library import expect_titles, keep_photos, open_library
from music import open_chart
from photos import open_photos

SEE = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def leave(page: Page, topic: str = "photos"):
    """Looks at another tab until the page has closed its stream of events."""
    page.evaluate(SEE, "hidden")
    with page.expect_event("requestfailed", lambda request: "/api/events" in request.url and topic in request.url):
        page.clock.fast_forward(11_000)


def test_tabs_in_the_background_leave_the_connections_to_the_one_in_front(open_context, server):
    """Six of them kept the browser's six connections for their events, and the seventh tab waited for ever."""
    context = open_context()
    for _ in range(6):
        page = context.new_page()
        page.clock.install()
        open_photos(page, server)
        expect(page.locator(".connection-text")).to_have_text("Live")
        leave(page)
    open_chart(context.new_page(), server)


def test_one_who_comes_back_to_a_tab_finds_what_has_been_kept_meanwhile(page: Page, own):
    page.clock.install()
    open_library(page, own)
    expect(page.locator(".connection-text")).to_have_text("Live")
    leave(page)
    keep_photos(page, own, "Meanwhile")
    page.evaluate(SEE, "visible")
    expect_titles(page, "Meanwhile")
    expect(page.locator(".connection-text")).to_have_text("Live")


def test_one_who_is_back_soon_has_missed_nothing(page: Page, own):
    streams = []
    page.on("request", lambda request: streams.append(request.url) if "/api/events" in request.url else None)
    page.clock.install()
    open_library(page, own)
    expect(page.locator(".connection-text")).to_have_text("Live")
    page.evaluate(SEE, "hidden")
    page.clock.fast_forward(9_000)
    page.evaluate(SEE, "visible")
    page.clock.fast_forward(9_000)
    keep_photos(page, own, "Meanwhile")
    expect_titles(page, "Meanwhile")
    assert len(streams) == 1


def test_a_tab_that_was_opened_in_the_background_begins_when_it_is_seen(page: Page, server):
    streams = []
    page.on("request", lambda request: streams.append(request.url) if "/api/events" in request.url else None)
    page.add_init_script("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
    open_chart(page, server)
    assert streams == []
    page.evaluate(SEE, "visible")
    expect(page.locator(".connection-text")).to_have_text("Live")


def test_the_timeline_lets_go_of_its_own_stream_and_catches_up(page: Page, own):
    page.clock.install()
    page.goto(f"{own}/?screen=timeline")
    expect(page.locator(".headline-country")).to_have_text("As it happens")
    leave(page, "timeline")
    page.request.get(f"{own}/api/music?country=vn")
    page.evaluate(SEE, "visible")
    expect(page.locator(".timeline-table tbody tr").filter(has_text="chart vn albums")).to_have_count(1)
    expect(page.locator(".headline-country")).to_have_text("As it happens")


def test_articles_that_come_while_nobody_looks_are_not_said_to_have_failed(page: Page, own):
    page.clock.install()
    page.goto(f"{own}/?screen=models")
    expect(page.locator(".connection-text")).to_have_text("Live")
    leave(page)
    page.get_by_label("Addresses of articles").fill("/articles/1.json")
    page.get_by_role("button", name="Load").click()
    eventually(lambda: page.request.get(f"{own}/api/library").json()["count"] == 1)
    expect(page.locator(".state")).to_have_attribute("data-state", "loading")
    page.evaluate(SEE, "visible")
    expect(page.locator(".state")).to_contain_text("Kept as no.")


def test_a_tab_that_was_opened_in_the_background_knows_what_has_been_kept_before_it_is_seen(page: Page, own):
    """Its stream was never lost, for it had none: nothing told it to look again."""
    page.add_init_script("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
    open_library(page, own)
    keep_photos(page, own, "Meanwhile")
    page.evaluate(SEE, "visible")
    expect_titles(page, "Meanwhile")
