"""Windows of every size, colours that the reader has chosen, and browsers without scripts."""

import pytest
from playwright.sync_api import Page, expect

from covers import expect_covers
from gifs import expect_found
from helpers import HORIZONTAL_OVERFLOW, PHONE
from music import open_chart

# A window of 1280 by 900 whose page is zoomed to 200 %.
ZOOMED = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
WIDE = {"viewport": {"width": 2560, "height": 1440}}

# What each screen is there for.
SCREENS = {
    "/?country=us&limit=25": ".card .artwork",
    "/?screen=gifs&q=cat": ".gif:not(.skeleton) .gif-picture",
    "/?screen=covers": ".covers .cover-picture",
    "/?screen=photos": ".photos-form textarea",
    "/?screen=models": ".clock-face",
    "/?screen=library": ".library-controls input[type=search]",
}
TOP = "all => Math.min(...all.map((one) => one.getBoundingClientRect().top))"


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("window", [PHONE, ZOOMED, {}], ids=["phone", "zoomed", "desk"])
def test_what_a_screen_is_there_for_begins_in_the_upper_half(open_context, server, window, language):
    """On a phone the head took three lines and the form four, and the first cover began below the middle."""
    # Without motion: cards come from below, and one that is on its way lies lower than it will.
    page = open_context(locale=language, reduced_motion="reduce", **window).new_page()
    height = page.viewport_size["height"]
    for address, content in SCREENS.items():
        page.goto(server + address)
        shown = page.locator(content)
        expect(shown.first).to_be_visible()
        if "gifs" in address:
            expect_found(page, "cat")
        assert shown.evaluate_all(TOP) <= height / 2, address
        assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0, address


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize(("width", "size"), [
    (320, "100%"), (360, "100%"), (360, "200%"), (640, "100%"), (1217, "100%"), (1264, "100%"), (1265, "100%"),
    (1280, "100%"), (2560, "100%"),
])
def test_the_head_is_one_line(open_context, server, width, size, language):
    page = open_context(locale=language, viewport={"width": width, "height": 900}).new_page()
    open_chart(page, server, "/?country=us&limit=10")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    middles = page.locator(".masthead :is(p, nav, fieldset, button)").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)"
        ".map(({ top, bottom }) => (top + bottom) / 2)"
    )
    assert len(middles) >= 3
    assert max(middles) - min(middles) < 6, "all in one line"


def test_on_a_phone_screens_and_preferences_are_in_a_menu(open_context, server, screenshots):
    page = open_context(**PHONE).new_page()
    open_chart(page, server, "/?country=us&limit=10")
    button = page.get_by_role("button", name="Menu")
    covers = page.get_by_role("link", name="Covers")
    expect(covers).to_be_hidden()
    button.press("Enter")
    expect(covers).to_be_visible()
    screenshots.take(page, "menu-phone.png")
    page.get_by_role("radio", name="VI").check()
    expect(page.get_by_role("link", name="Ảnh bìa")).to_be_visible()
    page.get_by_role("radio", name="EN").check()
    page.keyboard.press("Escape")
    expect(covers).to_be_hidden()
    button.click()
    covers.click()
    expect(page.get_by_role("feed")).to_be_visible()
    expect(covers).to_be_hidden()
    button.click()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    expect(covers).to_be_hidden()


def test_with_room_there_is_no_menu(page: Page, server):
    open_chart(page, server)
    expect(page.get_by_role("button", name="Menu")).to_have_count(0)
    expect(page.get_by_role("link", name="Covers")).to_be_visible()
    expect(page.get_by_role("button", name="Choices")).to_have_count(0)


def test_on_a_phone_the_rest_of_the_form_is_behind_a_button(open_context, server, screenshots):
    page = open_context(**PHONE).new_page()
    open_chart(page, server, "/?country=us&limit=10")
    choices = page.get_by_role("button", name="Choices")
    expect(page.get_by_label("Country")).to_be_hidden()
    expect(choices).to_have_attribute("aria-expanded", "false")
    choices.click()
    expect(choices).to_have_attribute("aria-expanded", "true")
    screenshots.take(page, "music-phone-choices.png")
    labels = page.locator(".controls .segments span").evaluate_all(
        "all => all.map((one) => one.scrollWidth <= one.clientWidth)")
    assert labels == [True, True], "nothing is squeezed by what has come"
    page.get_by_label("Country").select_option("vn")
    expect(page.locator(".headline-country")).to_have_text("Vietnam")
    choices.click()
    expect(page.get_by_label("Country")).to_be_hidden()
    # What the keyboard goes to, and what has an effect, is there.
    page.keyboard.press("/")
    expect(page.get_by_label("Filter")).to_be_focused()
    open_chart(page, server, "/?country=us&limit=10&filter=a")
    expect(page.get_by_label("Filter")).to_be_visible()


def test_a_wide_window_is_used(open_context, server, screenshots):
    """Two fifths of it were empty."""
    page = open_context(**WIDE).new_page()
    open_chart(page, server, "/?country=us&limit=50")
    boxes = page.locator(".card").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])")
    assert min(left for left, _ in boxes) < 64
    assert max(right for _, right in boxes) > 2560 - 64
    # Not by smaller and smaller ones: as many as a desk shows, and half as many again.
    assert 8 <= len({left for left, _ in boxes}) <= 12
    screenshots.take(page, "music-wide.png")
    page.goto(f"{server}/?screen=covers")
    expect_covers(page)
    screenshots.take(page, "covers-wide.png")


def ground(page: Page, selector: str) -> str:
    return page.locator(selector).evaluate("one => getComputedStyle(one).backgroundColor")


def test_colours_of_the_readers_own_show_what_is_selected(open_context, server, screenshots):
    """Of several choices nobody could tell which one was made: the ground that said so is taken away."""
    page = open_context(forced_colors="active").new_page()
    open_chart(page, server)
    system = page.evaluate("""() => {
      const probe = document.body.appendChild(document.createElement("p"));
      probe.style = "forced-color-adjust: none; background: Highlight";
      return getComputedStyle(probe).backgroundColor;
    }""")
    assert ground(page, ".controls .segments input:checked + span") == system
    assert ground(page, ".controls .segments input:not(:checked) + span") != system
    assert ground(page, "#language input:checked + span") == system
    here = "one => getComputedStyle(one).textDecorationLine"
    assert page.locator("#screens [aria-current]").evaluate(here) == "underline"
    assert page.locator("#screens a:not([aria-current])").first.evaluate(here) == "none"
    screenshots.take(page, "music-forced-colours.png")
    page.goto(f"{server}/?screen=gifs&q=cat")
    expect_found(page, "cat")
    assert ground(page, ".switch input:checked + .switch-track") == system
    page.get_by_role("switch", name="Motion").uncheck()
    assert ground(page, ".switch-track") != system


def test_without_scripts_there_is_nothing_that_does_nothing(open_context, server, screenshots):
    page = open_context(java_script_enabled=False).new_page()
    page.goto(server)
    # By the style, for Playwright finds no text in this element.
    sentences = page.locator("noscript .noscript")
    expect(sentences).to_have_count(2)
    expect(page.locator("#broken")).to_be_hidden()
    assert all(sentence.bounding_box()["height"] > 10 for sentence in sentences.all())
    for role in ["button", "radio", "checkbox", "textbox", "combobox"]:
        expect(page.get_by_role(role)).to_have_count(0)
    screenshots.take(page, "no-scripts.png")


@pytest.mark.parametrize("width", [320, 360, 640, 900, 1024, 1280, 1920])
@pytest.mark.parametrize("size", ["100%", "200%"])
def test_the_longest_time_of_day_fits(open_context, server, width, size):
    """In English there are five characters more than in Vietnamese, and PM stood in a line of its own."""
    page = open_context(viewport={"width": width, "height": 900}, timezone_id="UTC").new_page()
    tick = 'event: tick\ndata: {"tick":1,"time":"2026-11-25T12:58:58.000Z"}\n\n'
    page.route("**/api/events?topics=clock", lambda route: route.fulfill(body=tick, content_type="text/event-stream"))
    page.goto(f"{server}/?screen=models")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    time = page.locator(".clock-time")
    expect(time).to_have_text("12:58:58\u202fPM")
    assert time.evaluate("one => one.scrollWidth <= one.clientWidth"), "nothing hangs over"
    assert time.evaluate("one => one.offsetHeight < 1.5 * parseFloat(getComputedStyle(one).fontSize)"), "one line"
    assert time.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 20
