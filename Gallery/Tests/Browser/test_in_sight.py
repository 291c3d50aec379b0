"""GIFs play while they are in sight, and are let go of when they are not: however many were found."""

import pytest
from playwright.sync_api import Page, expect

from gifs import MOVING, cards, hit, open_gifs, serve_hits

MANY = 240
# Which cards have an image with a source; whether each of these is in the window or within half a window of it; and which
# are in the window themselves without one.
STATE = """() => {
  const half = innerHeight / 2;
  const all = [...document.querySelectorAll(".gif")];
  const place = (card) => card.getBoundingClientRect();
  const near = (card) => place(card).bottom >= -half && place(card).top <= innerHeight + half;
  const inside = (card) => place(card).bottom > 0 && place(card).top < innerHeight;
  const has = (card) => card.querySelector("img[src]") !== null;
  return {
    playing: all.filter(has).map((card) => all.indexOf(card)),
    far: all.filter((card) => has(card) && !near(card)).length,
    missing: all.filter((card) => inside(card) && !has(card)).length,
    images: document.querySelectorAll(".gifs img").length,
    waiting: all.filter((card) => inside(card) && !card.querySelector(".is-loaded img")).length,
  };
}"""
# Nothing far away is held, and all in the window is here.
AT_REST = f"() => {{ const {{ far, missing, waiting }} = ({STATE})(); return far + missing + waiting === 0; }}"


@pytest.fixture
def wall(page: Page, server):
    serve_hits(page, *(hit(number, width=480, height=480 - number % 7 * 40) for number in range(MANY)), size=MANY)
    open_gifs(page, server, "&q=x")
    expect(cards(page)).to_have_count(MANY)
    page.wait_for_function(AT_REST)
    return page


def test_only_what_is_in_sight_has_a_source(wall: Page):
    state = wall.evaluate(STATE)
    assert state["images"] == len(state["playing"]) < MANY / 4
    assert state["playing"] == list(range(len(state["playing"])))


def test_what_leaves_is_let_go_of_and_what_comes_plays(wall: Page):
    first = wall.evaluate(STATE)["playing"]
    wall.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    expect(cards(wall).last.locator("img")).to_have_attribute("src", f"http://{wall.url.split('/')[2]}/image/preview/{MANY - 1}")
    wall.wait_for_function(AT_REST)
    last = wall.evaluate(STATE)
    assert not set(first) & set(last["playing"])
    assert last["images"] == len(last["playing"]) < MANY / 4
    # And back: they are there again, in the places that were kept for them.
    wall.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    wall.wait_for_function(AT_REST)
    assert wall.evaluate(STATE)["playing"] == first


def test_a_throw_over_all_of_them_leaves_none_behind(wall: Page):
    for top in range(0, wall.evaluate("document.documentElement.scrollHeight"), 400):
        wall.evaluate("(top) => { scrollTo({ top, behavior: 'instant' }); return new Promise(requestAnimationFrame); }", top)
    wall.wait_for_function(AT_REST)
    assert wall.evaluate(STATE)["images"] < MANY / 4


def test_nothing_that_was_let_go_of_is_held_by_anybody(wall: Page):
    """Images that were taken off the page, and had their sources, were held: each with its frames."""
    session = wall.context.new_cdp_session(wall)
    wall.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    wall.wait_for_function(AT_REST)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    prototype = session.send("Runtime.evaluate", {"expression": "HTMLImageElement.prototype"})
    found = session.send("Runtime.queryObjects", {"prototypeObjectId": prototype["result"]["objectId"]})
    count = session.send("Runtime.callFunctionOn", {
        "objectId": found["objects"]["objectId"], "returnByValue": True,
        "functionDeclaration": """function() {
          const held = this.filter((image) => image.getAttribute("src") && !image.isConnected);
          return [this.length > 0, held.length];
        }""",
    })
    assert count["result"]["value"] == [True, 0]


def test_what_is_told_to_play_and_leaves_plays_again_when_it_is_back(open_context, server):
    page = open_context(reduced_motion="reduce").new_page()
    serve_hits(page, *(hit(number) for number in range(MANY)), size=MANY)
    open_gifs(page, server, "&q=x")
    card = cards(page).first
    card.get_by_role("button", name="Play").click()
    page.locator("h1").hover()
    address = f"{server}/image/preview/0"
    expect(card.locator("img")).to_have_attribute("src", address)
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    expect(card.locator("img")).to_have_count(0)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    expect(card.locator("img")).to_have_attribute("src", address)


def test_one_that_did_not_come_is_not_asked_for_again_by_scrolling(page: Page, server):
    serve_hits(page, *(hit(number) for number in range(MANY)), size=MANY)
    asked = []

    def answer(route):
        asked.append(route.request.url)
        if route.request.url.endswith("/preview/0"):
            route.fulfill(status=502)
        else:
            route.fulfill(body=MOVING, content_type="image/gif")

    page.route("**/image/**", answer)
    open_gifs(page, server, "&q=x")
    broken = cards(page).first.locator(".gif-broken")
    expect(broken).to_have_text("It did not load.")
    page.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    expect(cards(page).last.locator(".is-loaded img")).to_be_visible()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    expect(cards(page).nth(1).locator(".is-loaded img")).to_be_visible()
    expect(broken).to_have_text("It did not load.")
    assert [url.split("/preview/")[1] for url in asked].count("0") == 1
