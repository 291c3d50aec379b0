"""The endless wall of covers: only what is in sight is worked on, however fast it is passed."""

import re

import pytest
from playwright.sync_api import Page, expect

from covers import (
    card, cards, expect_covers, expect_focus_on, open_covers, serve_articles, state)
from door import Door
from helpers import HORIZONTAL_OVERFLOW, PHONE, WATCH_JUMPS

# A reader who throws the page along: so many pixels in each frame, so many frames.
FLING = """
  ([step, frames]) => new Promise((done) => {
    let left = frames;
    const seen = new Set();
    const next = () => {
      seen.add(document.querySelectorAll(".covers .cover").length);
      if (left === 0) return done([...seen]);
      left -= 1;
      scrollBy({ top: step, behavior: "instant" });
      requestAnimationFrame(next);
    };
    next();
  })
"""

EVERY_COVER_IS_HERE = """
  () => [...document.querySelectorAll(".covers .cover")].every((card) => card.querySelector(".is-loaded"))
"""
SVG = "image/svg+xml"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>'


@pytest.fixture
def wall_of(start):
    """Starts a server whose covers come from an upstream of its own; gives both."""

    def wall_of(*options: str):
        upstream = start("upstream", *options)
        server = start("serve", "--articles", upstream.address, "--allow-private-addresses", "--retries", "0")
        return server.address, upstream

    return wall_of


@pytest.fixture
def wall_behind_a_door(start):
    """A server whose covers wait at a door of the upstream's, which is closed; gives both."""
    door = Door(start("upstream").address)
    server = start("serve", "--articles", door.address, "--allow-private-addresses", "--retries", "0")
    yield server.address, door
    door.stop()


def exchanges(page: Page, upstream) -> list[dict]:
    """What the upstream has answered so far."""
    page.request.get(f"{upstream.address}/articles/424242.json")
    lines = []
    while not lines or lines[-1]["path"] != "/articles/424242.json":
        lines.append(upstream.next_line())
    return lines[:-1]


def test_the_wall_shows_covers_without_a_complaint_or_a_jump(page: Page, server, screenshots):
    complaints = []
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.add_init_script(WATCH_JUMPS)
    open_covers(page, server)
    expect_covers(page)
    answer = page.request.get(f"{server}/api/covers?from=0&count=1").json()["covers"][0]
    first = card(page, 1)
    expect(first.get_by_role("heading")).to_contain_text(answer["title"])
    expect(first.locator(".cover-facts")).to_contain_text(answer["author"])
    assert page.evaluate("window.jumped") < 0.01
    screenshots.take(page, "covers.png")
    assert complaints == []


def test_a_throw_through_thousands_loads_what_is_in_sight_at_the_end(page: Page, wall_of):
    server, upstream = wall_of("--latency", "100ms")
    open_covers(page, server)
    expect_covers(page)
    before = state(page)
    exchanges(page, upstream)
    counts = page.evaluate(FLING, [1500, 150])
    assert counts == [before["cards"]], "as many cards, frame for frame"
    expect_covers(page)
    page.wait_for_function("() => [...document.querySelectorAll('.covers .cover')].every((card) =>"
                           " card.querySelector('.is-loaded'))")
    after = state(page)
    assert after["indices"][0] > 2500, "thousands were passed"
    assert after["indices"] == list(range(after["indices"][0], after["indices"][0] + after["cards"]))
    assert abs(after["nodes"] - before["nodes"]) <= 10, "the arrow, and facts that begin to be told"
    covers = [line for line in exchanges(page, upstream) if line["path"].startswith("/covers/")]
    whole = [line for line in covers if not line["closedEarly"]]
    # What is in sight, half a window above it and below it, and no more than the connections of a browser could have
    # been fetching when the reader passed.
    assert len(whole) <= after["cards"] + 6
    passed = {int(re.search(r"\d+", line["path"])[0]) for line in whole} - set(after["indices"])
    assert len(passed) <= 6
    assert len(covers) <= after["cards"] + 40


def test_covers_that_leave_close_their_connections(page: Page, wall_behind_a_door):
    server, door = wall_behind_a_door
    open_covers(page, server)
    asked = door.next_asked()
    page.evaluate("scrollBy({ top: 20000, behavior: 'instant' })")
    expect(page.locator(".headline-facts")).to_contain_text("given up on the way")
    door.wait_until_left(asked)
    door.open()
    expect_covers(page)


def test_leaving_the_screen_gives_everything_up(page: Page, wall_behind_a_door):
    server, door = wall_behind_a_door
    open_covers(page, server)
    asked = door.next_asked()
    page.get_by_role("link", name="Music").click()
    door.wait_until_left(asked)


def test_what_is_given_up_with_the_screen_is_not_asked_for_again(page: Page, server):
    """The screen that had gone asked once more for each page of the list that it had given up."""
    asked = []
    page.clock.install()
    page.route("**/api/covers?*", lambda route: asked.append(route.request.url))
    with page.expect_request("**/api/covers?*"):
        open_covers(page, server)
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    before = len(asked)
    page.clock.run_for(1000)
    page.evaluate("fetch('health')")
    assert len(asked) == before == 1


def test_the_day_of_an_article_is_the_readers_own(open_context, server):
    """It was a day here and another one in the library."""
    page = open_context(timezone_id="Pacific/Kiritimati").new_page()
    serve_articles(page, count=1, publishedAt="2026-11-21T12:00:00Z")
    open_covers(page, server)
    expect(card(page, 1)).to_contain_text("Nov 22, 2026")


def test_the_feed_says_what_it_is(page: Page, server):
    serve_articles(page)
    open_covers(page, server)
    feed = page.get_by_role("feed", name="Articles and their covers")
    expect(feed).to_have_attribute("aria-busy", "false")
    first = page.get_by_role("article", name="Article 1 (opens in a new tab)", exact=True)
    expect(first).to_have_attribute("aria-posinset", "1")
    expect(first).to_have_attribute("aria-setsize", "-1")
    expect(cards(page).first).to_have_attribute("aria-posinset", "1")
    # One stop of the tab key for all.
    expect(page.locator(".covers [tabindex='0']")).to_have_count(1)


def test_a_list_that_ends_ends_the_wall(page: Page, server):
    serve_articles(page, count=7)
    open_covers(page, server)
    expect(cards(page)).to_have_count(7)
    expect(card(page, 7)).to_have_attribute("aria-setsize", "7")
    page.evaluate("scrollTo(0, 1e9)")
    expect(card(page, 7)).to_be_in_viewport()


def test_filters_are_chosen_kept_in_the_address_and_undone(page: Page, server, screenshots):
    open_covers(page, server)
    expect_covers(page)
    before = card(page, 1).locator("img").get_attribute("src")
    for name, word in [("Sepia", "sepia"), ("Mono", "mono"), ("Blur", "blur")]:
        page.get_by_role("radio", name=name).check()
        # The one before stays in sight until the new one is here.
        expect(card(page, 1).locator("img").last).to_have_attribute("src", re.compile(f"-{word}$"))
        expect(card(page, 1).locator("img")).to_have_count(1)
        expect_covers(page)
        assert f"filter={word}" in page.url
        screenshots.take(page, f"covers-{word}.png")
    page.go_back()
    expect(page.get_by_role("radio", name="Mono")).to_be_checked()
    expect(card(page, 1).locator("img").last).to_have_attribute("src", re.compile("-mono$"))
    page.keyboard.press("f")
    expect(page.get_by_role("radio", name="Blur")).to_be_checked()
    page.keyboard.press("f")
    expect(page.get_by_role("radio", name="As it is")).to_be_checked()
    expect(card(page, 1).locator("img").last).to_have_attribute("src", before)


def test_another_filter_says_what_is_still_to_come_and_counts_each_cover_once(page: Page, server):
    """The covers as they were before looked like those that were asked for, and each was counted again."""
    held = []

    def picture(route):
        held.append(route) if "/sepia/" in route.request.url else route.fulfill(body=DRAWING, content_type=SVG)

    serve_articles(page, picture=picture)
    open_covers(page, server)
    page.wait_for_function(EVERY_COVER_IS_HERE)
    facts = page.locator(".headline-facts")
    shown = facts.text_content()
    assert re.fullmatch(r"Only what you see is loaded\d+ shown", shown)
    near = state(page)["near"]

    page.get_by_role("radio", name="Sepia").check()
    expect(facts).to_contain_text(f"{near} to come")
    expect(page.get_by_role("feed")).to_have_attribute("aria-busy", "true")
    expect(card(page, 1).locator(".is-loaded, img")).not_to_have_count(0)
    while len(held) < near:
        page.evaluate("new Promise(requestAnimationFrame)")
    held.pop(0).fulfill(body=DRAWING, content_type=SVG)
    expect(facts).to_contain_text(f"{near - 1} to come")
    for route in held:
        route.fulfill(body=DRAWING, content_type=SVG)
    page.unroute("**/image/**")
    page.route("**/image/**", lambda route: route.fulfill(body=DRAWING, content_type=SVG))
    expect(page.locator("#announcer")).to_have_text("Sepia: all covers in sight are here")
    expect(page.get_by_role("feed")).to_have_attribute("aria-busy", "false")
    page.wait_for_function(EVERY_COVER_IS_HERE)
    expect(facts).to_have_text(shown)


def test_a_card_leads_to_its_cover_as_it_is_filtered(page: Page, server):
    """It led to the one without a filter, as the words stay the same."""
    open_covers(page, server)
    link = card(page, 1).get_by_role("link")
    expect(link).to_have_attribute("href", re.compile("-none$"))
    page.get_by_role("radio", name="Mono").check()
    expect(link).to_have_attribute("href", re.compile("-mono$"))


# No element is higher than some ten million pixels: there, at some 200,000 articles, the wall without end had one.
FAR = 5_000_000


def test_the_wall_goes_on_beyond_what_a_browser_holds(page: Page, server):
    serve_articles(page)
    open_covers(page, server, f"&at={FAR + 1}")
    expect(page.locator(".covers-place")).to_have_text(f"No. {FAR + 1:,}")
    expect(card(page, FAR + 1)).to_be_in_viewport()
    expect_covers(page)
    # Further down, and back up beyond where one came in.
    page.evaluate(FLING, [1500, 40])
    expect(card(page, FAR + 1)).to_have_count(0)
    far = state(page)["indices"]
    assert FAR < far[0] and far == list(range(far[0], far[0] + len(far)))
    page.evaluate(FLING, [-1500, 100])
    before = state(page)["indices"]
    assert 0 < before[0] < FAR and before == list(range(before[0], before[0] + len(before)))
    expect_covers(page)
    page.keyboard.press("j")
    page.keyboard.press("Home")
    expect_focus_on(page, 1)
    expect(page.locator(".covers-place")).to_have_text("No. 1")
    assert page.evaluate("scrollY") == 0


def test_one_who_scrolls_over_the_browsers_height_notices_nothing(page: Page, server):
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    row = page.evaluate("""() => {
      const [one, other] = [1, 5].map((place) => document.querySelector(`[aria-posinset="${place}"]`));
      return other.getBoundingClientRect().top - one.getBoundingClientRect().top;
    }""")
    edge = int(15_000_000 / row) * 4
    open_covers(page, server, f"&at={edge - 1000 + 1}")
    expect(page.locator(".covers-place")).to_have_text(f"No. {edge - 1000 + 1:,}")
    seen = page.evaluate("""
      (frames) => new Promise((done) => {
        const seen = [];
        const next = () => {
          // The article that is just below the middle of the window, in each frame.
          const cards = [...document.querySelectorAll(".covers .cover")];
          const below = cards.find((card) => card.getBoundingClientRect().top > innerHeight / 2);
          seen.push(Number(below?.getAttribute("aria-posinset") ?? 0));
          if (seen.length === frames) return done(seen);
          scrollBy({ top: 1000, behavior: "instant" });
          requestAnimationFrame(() => requestAnimationFrame(next));
        };
        next();
      })
    """, 120)
    assert seen[0] < edge - 500 and seen[-1] > edge + 200
    steps = [later - sooner for sooner, later in zip(seen, seen[1:])]
    assert min(steps) >= 0 and max(steps) <= 4 * 5, f"no jump, forth or back: {steps}"
    assert page.evaluate("scrollY") < 10_000_000, "there is room again"


def test_the_place_is_kept_for_one_who_comes_back(page: Page, server):
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    page.evaluate("scrollTo(0, 30000)")
    page.wait_for_url(re.compile(r"at=\d+"))
    place = page.locator(".covers-place")
    before = place.inner_text()
    index = state(page)["indices"]
    page.reload()
    expect(place).to_have_text(before)
    assert state(page)["indices"] == index
    # Without going up to the links, as one does by the keyboard.
    page.get_by_role("link", name="Photos").evaluate("(link) => link.click()")
    expect(page.get_by_role("feed")).to_have_count(0)
    page.get_by_role("link", name="Covers").evaluate("(link) => link.click()")
    expect(place).to_have_text(before)
    page.get_by_role("button", name="Back to the first one").click()
    expect(place).to_have_text("No. 1")
    assert page.evaluate("scrollY") == 0


def test_another_width_keeps_the_article_at_the_top(page: Page, server):
    serve_articles(page)
    open_covers(page, server, "&at=101")
    expect(page.locator(".covers-place")).to_have_text("No. 101")
    page.set_viewport_size({"width": 700, "height": 900})
    expect(page.locator(".covers-place")).to_have_text("No. 101")
    expect(card(page, 101)).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".covers-place")).to_have_text("No. 101")


def test_the_keyboard_goes_through_the_wall(page: Page, server):
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    page.keyboard.press("j")
    expect_focus_on(page, 1)
    page.keyboard.press("j")
    expect_focus_on(page, 2)
    page.keyboard.press("ArrowRight")
    expect_focus_on(page, 3)
    page.keyboard.press("ArrowDown")
    columns = int(page.locator(".cover:focus").get_attribute("aria-posinset")) - 3
    assert columns == 4
    page.keyboard.press("k")
    expect_focus_on(page, 6)
    for _ in range(30):
        page.keyboard.press("ArrowDown")
    expect_focus_on(page, 6 + 30 * columns)
    expect(page.locator(".cover:focus")).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("Home")
    expect_focus_on(page, 1)
    page.context.route("**/image/none/0", lambda route: route.fulfill(body="the cover"))
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    assert opened.value.evaluate("window.opener") is None


def test_a_card_with_the_focus_that_goes_away_leaves_it_to_the_feed(page: Page, server):
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    page.keyboard.press("j")
    expect_focus_on(page, 1)
    page.evaluate("scrollTo(0, 50000)")
    expect(page.get_by_role("feed")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".cover:focus")).to_be_in_viewport()


def test_a_list_that_does_not_come_says_so_and_is_tried_again(page: Page, server):
    problem = {"type": "about:blank", "title": "Bad Gateway", "status": 502, "detail": "It broke off half-way."}
    headers = {"Content-Type": "application/problem+json"}
    page.route("**/api/covers?*", lambda route: route.fulfill(status=502, json=problem, headers=headers))
    open_covers(page, server)
    expect(page.get_by_role("alert")).to_contain_text("It broke off half-way.")
    page.unroute("**/api/covers?*")
    serve_articles(page)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect_covers(page)


def test_a_cover_that_does_not_come_is_tried_twice_and_then_by_the_reader(page: Page, server):
    asked = []

    def picture(route):
        asked.append(route.request.url)
        route.fulfill(status=502, body="")

    serve_articles(page, count=1, picture=picture)
    open_covers(page, server)
    expect(card(page, 1)).to_contain_text("It did not load.")
    assert len(asked) == 2
    page.unroute("**/image/**")
    page.route("**/image/**", lambda route: route.fulfill(
        body='<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"/>', content_type="image/svg+xml"))
    page.get_by_role("button", name="Load again: Article 1").click()
    expect(card(page, 1).locator(".is-loaded")).to_be_attached()
    expect(card(page, 1).get_by_role("button")).to_have_count(0)
    expect_focus_on(page, 1)


def test_without_a_network_the_wall_waits_and_goes_on_by_itself(page: Page, server):
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    page.unroute_all()
    page.context.set_offline(True)
    page.evaluate("scrollTo(0, 60000)")
    expect(page.get_by_role("alert")).to_contain_text("You are offline")
    serve_articles(page)
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect_covers(page)


def test_text_of_the_list_is_never_read_as_markup(page: Page, server):
    hostile = "<img src=x onerror='window.harmed = true'>"
    serve_articles(page, count=1, title=hostile, author=hostile, image="//evil.example/x", publishedAt=hostile)
    open_covers(page, server)
    expect(card(page, 1).get_by_role("heading")).to_contain_text(hostile)
    expect(card(page, 1).locator("img, a")).to_have_count(0)
    assert page.evaluate("window.harmed") is None


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("text_size", ["100%", "200%"])
def test_a_phone_never_scrolls_sideways(open_context, server, screenshots, language, text_size):
    page = open_context(locale=language, **PHONE).new_page()
    open_covers(page, server)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text_size)
    expect_covers(page)
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    screenshots.take(page, f"covers-phone-{language}-{text_size.rstrip('%')}.png")


def test_in_the_dark_and_in_vietnamese(open_context, server, screenshots):
    page = open_context(locale="vi-VN", color_scheme="dark").new_page()
    open_covers(page, server, "&filter=mono")
    expect(page.get_by_role("radio", name="Đơn sắc")).to_be_checked()
    expect_covers(page)
    screenshots.take(page, "covers-vietnamese-dark.png")


def test_nothing_moves_for_those_who_want_no_motion(open_context, server):
    page = open_context(reduced_motion="reduce").new_page()
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    assert page.evaluate("document.querySelector('#main').getAnimations({ subtree: true }).length") == 0


def test_a_notice_covers_no_cover_that_the_keyboard_is_at(open_context, server, screenshots):
    """It stays below the bar, and going back with the keyboard the whole card was below it."""
    page = open_context(viewport={"width": 320, "height": 568}).new_page()
    serve_articles(page)
    open_covers(page, server)
    expect_covers(page)
    problem = {"status": 503, "detail": "The upstream did not answer in time. Try again in a while."}
    page.route("**/api/covers?*", lambda route: route.fulfill(status=503, json=problem))
    # The page grows as it is seen.
    for _ in range(6):
        page.evaluate("scrollBy(0, 10 * innerHeight)")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.get_by_role("alert")).to_be_visible()
    page.keyboard.press("j")
    for _ in range(6):
        page.keyboard.press("k")
        assert page.evaluate("""() => {
          const { left, top, width, height } = document.activeElement.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight - top) / 2);
          return document.activeElement.matches(".cover") && document.activeElement.contains(found);
        }""")
    screenshots.take(page, "covers-notice-phone.png")
