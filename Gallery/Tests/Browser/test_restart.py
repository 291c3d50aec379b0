"""An open page, while the server is killed and started again on the same port with the same data.

The page said "Live" and was broken: its pictures were refused for ever, and what had failed meanwhile stayed so until
somebody pressed a button.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from clock import WATCH_TICKS, expect_ticks, forget_ticks
from covers import cards as covers, expect_covers, open_covers
from gallery import Gallery
from gifs import cards as gifs, expect_found, open_gifs
from music import cards, open_chart
from photos import WATCH_ENDINGS, ending, open_photos, start as start_photos, state, tiles

EVERY_PICTURE_IS_HERE = """
  (selector) => {
    const pictures = [...document.querySelectorAll(selector)];
    return pictures.length > 0 && pictures.every((image) => image.complete && image.naturalWidth > 0);
  }
"""


class Restarting:
    """A server that can be away for a while."""

    def __init__(self, start, data: str):
        self._start = start
        # What stalls fails soon.
        self._options = ["--data", data, "--timeout", "5s", "--retries", "0"]
        self._program: Gallery = start("serve", *self._options)
        self.address = self._program.address

    def go(self, page: Page, *, politely: bool = False):
        """Kills it, or asks it to end, and waits until the page has noticed."""
        if politely:
            assert self._program.stop() == 0
        else:
            self._program.kill()
        expect(page.locator(".connection-text")).to_have_text("Not live")

    def come_back(self, page: Page):
        """Starts it again, and waits until the page has noticed."""
        self.start()
        expect(page.locator(".connection-text")).to_have_text("Live")

    def start(self):
        port = str(urlsplit(self.address).port)
        self._program = self._start("serve", *self._options, "--port", port)


@pytest.fixture
def restarting(start, tmp_path) -> Restarting:
    return Restarting(start, str(tmp_path / "data"))


def unreachable(page: Page):
    return page.get_by_role("alert").filter(has_text="out of reach")


def expect_pictures(page: Page, selector: str):
    page.wait_for_function(EVERY_PICTURE_IS_HERE, arg=selector)


def test_a_chart_loads_by_itself_when_the_server_is_back(page: Page, restarting):
    open_chart(page, restarting.address)
    restarting.go(page)
    page.get_by_label("Country").select_option("vn")
    expect(unreachable(page)).to_be_visible()
    restarting.come_back(page)
    expect(page.locator(".headline-country")).to_have_text("Vietnam")
    expect(cards(page).first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_covers_of_the_chart_that_were_not_seen_before_are_shown_after(page: Page, restarting):
    open_chart(page, restarting.address, "/?country=us&kind=albums&limit=100")
    last = cards(page).last
    # Below the window, and asked for when it comes into sight: its address is of the process before.
    restarting.go(page)
    last.scroll_into_view_if_needed()
    expect(last.locator("img")).to_have_count(0)
    restarting.come_back(page)
    expect(last.locator(".artwork.is-loaded img")).to_be_visible()


def test_a_search_goes_on_by_itself(page: Page, restarting):
    open_gifs(page, restarting.address, "&q=cat")
    expect_found(page, "cat")
    restarting.go(page)
    page.get_by_role("searchbox", name="Search").fill("fish")
    expect(unreachable(page)).to_be_visible()
    restarting.come_back(page)
    expect_found(page, "fish")
    expect(gifs(page).first.locator("img")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_wall_goes_on_by_itself(page: Page, restarting):
    open_covers(page, restarting.address)
    expect_covers(page)
    restarting.go(page)
    page.get_by_role("radio", name="Sepia").check()
    expect(unreachable(page)).to_be_visible()
    restarting.come_back(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect_covers(page)
    expect(covers(page).first.get_by_role("link")).to_have_attribute("href", re.compile("-sepia$"))


@pytest.mark.parametrize("politely", [False, True], ids=["killed", "stopped"])
def test_a_batch_goes_on_under_the_open_page_and_ends_once(page: Page, restarting, politely):
    page.add_init_script(WATCH_ENDINGS)
    open_photos(page, restarting.address)
    batch = start_photos(
        page, "/photos/1.jpg?width=32", "/photos/2.jpg?width=32&fault=stall", "/photos/3.jpg?width=32"
    )
    expect(tiles(page, "succeeded")).to_have_count(2)
    restarting.go(page, politely=politely)
    restarting.come_back(page)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(tiles(page, "succeeded")).to_have_count(2)
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect(ending(page)).to_contain_text("2 of 3 photos are here, 1 failed")
    expect(page.locator("#announcer")).to_contain_text("2 of 3 photos are here, 1 failed")
    assert page.evaluate("window.endings.length") == 1
    done = state(page, restarting.address, batch)["done"]
    assert [error["index"] for error in done["errors"]] == [1]
    expect_pictures(page, ".tile img")


def test_a_batch_that_ended_while_nobody_looked_is_told_as_it_ended(page: Page, restarting):
    page.add_init_script(WATCH_ENDINGS)
    open_photos(page, restarting.address)
    batch = start_photos(page, "/photos/1.jpg?width=32", "/photos/2.jpg?width=32&fault=stall")
    expect(tiles(page, "succeeded")).to_have_count(1)
    restarting.go(page)
    # The page is kept from the server until the batch has ended there.
    page.route("**/api/events*", lambda route: route.abort())
    restarting.start()
    page.wait_for_function(
        "path => fetch(path).then((answer) => answer.json()).then(({ done }) => done !== null)",
        arg=f"api/photos/{batch}",
        polling=200,
    )
    page.unroute("**/api/events*")
    expect(page.locator(".connection-text")).to_have_text("Live")
    expect(ending(page)).to_contain_text("1 of 2 photos are here, 1 failed")
    assert page.evaluate("window.endings.length") == 1


def test_models_that_were_on_their_way_are_not_waited_for_for_ever(page: Page, restarting):
    page.goto(f"{restarting.address}/?screen=models")
    page.get_by_label("Addresses of articles").fill("/articles/1.json\n/photos/1.jpg?fault=stall")
    page.get_by_role("button", name="Load").click()
    expect(page.locator(".saved")).to_have_count(1)
    stalled = page.locator(".state").filter(has_text="/photos/1.jpg")
    expect(stalled).to_have_attribute("data-state", "loading")
    restarting.go(page)
    page.get_by_role("button", name="Delete").click()
    expect(unreachable(page)).to_be_visible()
    restarting.come_back(page)
    expect(stalled).to_have_attribute("data-state", "failed")
    expect(stalled).to_contain_text("not in the library")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator(".saved")).to_have_count(1)
    expect_pictures(page, ".saved img")


def test_the_clock_ticks_again(page: Page, restarting):
    page.add_init_script(WATCH_TICKS)
    page.goto(f"{restarting.address}/?screen=models")
    expect_ticks(page, "2 ticks since you came")
    restarting.go(page)
    expect(page.locator(".headline-country")).not_to_have_text("Ticking for you")
    forget_ticks(page)
    restarting.come_back(page)
    expect(page.locator(".headline-country")).to_have_text("Ticking for you")
    expect_ticks(page, "1 tick since you came")
