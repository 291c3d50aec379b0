"""What comes until there is something to see: little of it, packed, and nothing of screens that nobody has opened."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

SCREENS = ["music", "gifs", "covers", "photos", "models", "library", "timeline", "settings"]
MOST = 100_000
# Of everything that the page has loaded: what it is called, what it weighed on the way and unpacked, and when it was here.
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
  path: new URL(entry.name).pathname, kind: entry.initiatorType, transferred: entry.transferSize,
  packed: entry.encodedBodySize, whole: entry.decodedBodySize, at: entry.responseEnd,
}))"""
FIRST_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def open_screen(page: Page, server: str, screen: str):
    page.goto(f"{server}/?screen={screen}")
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_function(FIRST_PAINT)


@pytest.mark.parametrize("screen", SCREENS)
def test_less_than_a_hundred_kilobytes_come_before_there_is_something_to_see(page: Page, server, screen):
    open_screen(page, server, screen)
    paint = page.evaluate(FIRST_PAINT)
    loaded = page.evaluate(LOADED)
    before = sum(entry["transferred"] for entry in loaded if entry["at"] <= paint)
    assert 0 < before < MOST, f"{before} bytes until the first paint"
    # And whatever the moment of the paint: all that the screen is made of, without the pictures in it.
    parts = [entry for entry in loaded if "/modules/" in entry["path"] or "/styles/" in entry["path"]]
    whole = sum(entry["transferred"] for entry in [*parts, loaded[0]])
    assert len(parts) > 20
    assert whole < MOST, f"{whole} bytes for the screen of {screen}"


@pytest.mark.parametrize("screen", SCREENS)
def test_only_the_screen_that_is_opened_is_loaded_and_once(page: Page, server, screen):
    open_screen(page, server, screen)
    paths = [entry["path"] for entry in page.evaluate(LOADED)]
    folders = {match[1] for match in (re.search(r"/modules/(\w+)/", path) for path in paths) if match}
    # Models and photos read the same lists of addresses.
    assert folders - {"strings"} == {screen} | ({"photos"} if screen == "models" else set())
    sheets = sorted(path.split("/")[-1] for path in paths if "/styles/" in path)
    assert sheets == sorted(["base.css", "shell.css", "parts.css", "forced.css", f"{screen}.css"])
    other = "photos" if screen != "photos" else "music"
    page.locator(f'#screens [data-screen="{other}"]').click()
    expect(page.locator(f'#screens [data-screen="{other}"]')).to_have_attribute("aria-current", "page")
    expect(page.locator("main h1")).to_be_visible()
    page.go_back()
    expect(page.locator(f'#screens [data-screen="{screen}"]')).to_have_attribute("aria-current", "page")
    expect(page.locator("main h1")).to_be_visible()
    parts = [entry["path"] for entry in page.evaluate(LOADED) if "/modules/" in entry["path"]]
    assert len(parts) == len(set(parts)), "nothing twice"
    assert f"/modules/{other}/screen.js" in parts


def test_every_text_is_packed_and_no_picture_is(page: Page, server):
    encodings = {}

    def note(response):
        kind = response.headers.get("content-type", "").split(";")[0]
        length = int(response.headers.get("content-length", "0"))
        if response.status == 200 and length > 0:
            encodings.setdefault(kind, []).append((response.headers.get("content-encoding"), length, response.url))

    page.on("response", note)
    open_screen(page, server, "music")
    expect(page.locator(".artwork.is-loaded").first).to_be_visible()
    for kind in ["text/html", "text/javascript", "text/css", "application/json"]:
        for encoding, length, url in encodings[kind]:
            assert encoding == "gzip" or length < 1000, url
    pictures = [answer for kind, answers in encodings.items() if kind.startswith("image/") for answer in answers]
    assert pictures and all(encoding is None for encoding, _, url in pictures if "/image/" in url)
    packed, whole = (sum(entry[name] for entry in page.evaluate(LOADED) if "/image/" not in entry["path"])
                     for name in ("packed", "whole"))
    assert packed < whole / 2


def test_a_page_that_is_loaded_again_asks_and_is_sent_nothing(page: Page, server):
    open_screen(page, server, "photos")

    def transferred() -> int:
        return sum(entry["transferred"] for entry in page.evaluate(LOADED) if "/styles/" in entry["path"])

    before = transferred()
    with page.expect_response("**/styles/photos.css") as answer:
        page.reload()
    expect(page.locator("main h1")).to_be_visible()
    assert answer.value.status == 304
    # The heads of five answers.
    assert 0 < transferred() < before / 2


def test_a_screen_that_comes_late_is_not_shown_in_the_place_of_another(page: Page, server):
    held: list[Route] = []
    open_screen(page, server, "settings")
    page.route("**/modules/photos/screen.js", lambda route: held.append(route))
    with page.expect_request("**/modules/photos/screen.js"):
        page.get_by_role("link", name="Photos").click()
    expect(page.get_by_role("progressbar", name="Opening the screen")).to_be_visible()
    expect(page.locator("main h1")).to_have_count(0)
    page.get_by_role("link", name="Clock & models").click()
    expect(page.locator("main h1")).to_contain_text("Clock")
    with page.expect_response("**/modules/photos/screen.js"):
        held.pop().continue_()
    page.wait_for_function("() => import('./modules/photos/screen.js').then(() => true)")
    expect(page.locator("main h1")).to_have_count(1)
    expect(page.locator("main h1")).to_contain_text("Clock")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_role("link", name="Photos").click()
    expect(page.locator("main h1")).to_contain_text("Photos")


def test_leaving_while_the_next_screen_is_on_its_way_ends_what_was_loading(page: Page, serve_from):
    server, upstream = serve_from("--latency", "20s")
    page.goto(f"{server}/?screen=music")
    expect(page.locator("#activity")).to_contain_text("chart")
    page.route("**/modules/photos/screen.js", lambda route: None)
    page.get_by_role("link", name="Photos").click()
    assert upstream.next_line()["closedEarly"] is True


@pytest.mark.parametrize("part", ["modules/gifs/screen.js", "modules/gifs/wall.js", "styles/gifs.css"])
def test_a_screen_that_does_not_come_says_so_and_is_tried_again(page: Page, server, part):
    open_screen(page, server, "settings")
    page.route(f"**/{part}", lambda route: route.abort())
    page.get_by_role("link", name="GIFs").click()
    expect(page.get_by_role("alert")).to_contain_text("The server is out of reach")
    expect(page.get_by_role("link", name="GIFs")).to_have_attribute("aria-current", "page")
    # The others are there as before.
    page.get_by_role("link", name="Settings").click()
    expect(page.locator("main h1")).to_contain_text("Settings")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("link", name="GIFs").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute(f"**/{part}")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("main h1")).to_contain_text("GIFs")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "screen=gifs" in page.url


def test_a_screen_that_was_wanted_offline_opens_when_there_is_a_way_again(page: Page, server):
    open_screen(page, server, "settings")
    page.context.set_offline(True)
    page.get_by_role("link", name="Photos").click()
    expect(page.get_by_role("alert")).to_contain_text("You are offline")
    expect(page.get_by_role("alert")).to_contain_text("It opens by itself")
    page.context.set_offline(False)
    expect(page.locator("main h1")).to_contain_text("Photos")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("module", ["main.js", "dom.js", "strings/vi.js"])
def test_a_part_of_the_page_that_does_not_come_says_so(page: Page, server, module, screenshots):
    """Each module takes along all that import it: the page stayed empty, without a word."""
    page.route(f"**/modules/{module}", lambda route: route.abort())
    page.goto(server)
    expect(page.get_by_role("alert")).to_contain_text("A part of Gallery did not come.")
    expect(page.get_by_role("alert")).to_contain_text("Một phần của Gallery chưa tải được.")
    screenshots.take(page, "broken.png")
    page.unroute(f"**/modules/{module}")
    page.get_by_role("link", name="Load again").click()
    expect(page.locator("main h1")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_screen_that_cannot_be_built_says_so(open_context, server):
    """It was mounted where nobody caught what it threw."""
    page = open_context(reports="ResizeObserver").new_page()
    page.add_init_script("delete globalThis.ResizeObserver")
    page.goto(f"{server}/?screen=covers")
    expect(page.get_by_role("alert")).to_contain_text("It cannot be shown in this browser.")
    page.get_by_role("link", name="Photos").click()
    expect(page.locator("main h1")).to_contain_text("Photos")


def test_a_language_that_is_none_leaves_no_screen_empty(page: Page, server):
    """A system whose language is en_US@posix: browsers hand it on as "en-US@posix", of which nothing can be made."""
    page.add_init_script("""
      Object.defineProperty(navigator, "language", { value: "en-US@posix" });
      Object.defineProperty(navigator, "languages", { value: ["en-US@posix"] });
    """)
    page.goto(server)
    expect(page.locator("main h1")).to_contain_text("United States")
    expect(page.locator(".card:not(.skeleton)").first).to_be_visible()
