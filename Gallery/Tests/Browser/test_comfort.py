"""For everyone: by keyboard, in Vietnamese, on a phone, in the dark, with large text."""

import re

import pytest
from playwright.sync_api import Page, expect

from helpers import HORIZONTAL_OVERFLOW, PHONE, channels, contrast
from music import cards, expect_focus_on, expect_headline, item, open_chart, serve_items



def test_the_keyboard_reaches_everything(page: Page, server):
    open_chart(page, server)
    page.keyboard.press("j")
    expect_focus_on(page, cards(page).nth(0))
    page.keyboard.press("j")
    expect_focus_on(page, cards(page).nth(1))
    page.keyboard.press("ArrowRight")
    expect_focus_on(page, cards(page).nth(2))
    page.keyboard.press("k")
    expect_focus_on(page, cards(page).nth(1))
    page.keyboard.press("End")
    expect_focus_on(page, cards(page).last)
    page.keyboard.press("Home")
    expect_focus_on(page, cards(page).first)

    page.keyboard.press("/")
    expect(page.get_by_label("Filter")).to_be_focused()
    page.keyboard.type("jk/r?")
    expect(page.get_by_label("Filter")).to_have_value("jk/r?")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Filter")).to_have_value("")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".card [data-target]:focus")).to_have_count(1)
    with page.expect_request(re.compile("/api/music")):
        page.keyboard.press("r")


def test_loading_again_keeps_the_place(page: Page, server):
    open_chart(page, server)
    page.keyboard.press("j")
    page.keyboard.press("j")
    before = cards(page).first.element_handle()
    page.keyboard.press("r")
    # The cards are made anew, and the one with the focus used to take it along.
    before.wait_for_element_state("hidden")
    expect_focus_on(page, cards(page).nth(1))


def test_the_arrow_keys_follow_the_rows(page: Page, server):
    serve_items(page, *(item(rank) for rank in range(1, 13)))
    open_chart(page, server)
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    below = page.locator(".card:focus-within")
    hero = cards(page).first
    assert below.bounding_box()["y"] >= hero.bounding_box()["y"] + hero.bounding_box()["height"] - 1
    page.keyboard.press("ArrowUp")
    expect_focus_on(page, hero)


def test_enter_opens_the_item_in_a_new_tab(page: Page, server):
    page.context.route("https://music.example/**", lambda route: route.fulfill(body="the item"))
    serve_items(page, item(1), item(2))
    open_chart(page, server)
    page.keyboard.press("j")
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    opened.value.wait_for_url("https://music.example/1")
    assert opened.value.evaluate("window.opener") is None


def test_the_shortcuts_are_listed_and_can_be_turned_off(page: Page, server):
    open_chart(page, server)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    page.get_by_role("button", name="Keyboard shortcuts").click()
    page.get_by_label("Single-key shortcuts are on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.keyboard.press("j")
    expect(dialog).to_be_hidden()
    expect(page.locator(".card [data-target]:focus")).to_have_count(0)


def test_the_first_stop_of_the_tab_key_skips_to_the_content(page: Page, server):
    open_chart(page, server)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize("word", ["constructor", "tlh"])
def test_a_language_that_there_is_not_changes_nothing(page: Page, server, word):
    """What every object has was taken for a language, remembered, and had no words: the page stayed empty for good."""
    page.goto(f"{server}/?language={word}")
    for _ in range(2):
        expect(cards(page).first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.goto(server)


def test_a_vietnamese_browser_gets_a_vietnamese_page(open_context, server, screenshots):
    page = open_context(locale="vi-VN").new_page()
    open_chart(page, server, "/")
    expect_headline(page, "Album", "Việt Nam")
    expect(page.locator("html")).to_have_attribute("lang", "vi")
    expect(page.get_by_label("Quốc gia")).to_have_value("vn")
    expect(page.get_by_role("button", name="Tải lại")).to_be_visible()
    screenshots.take(page, "music-vietnamese.png")

    page.get_by_role("radio", name="EN").check()
    expect_headline(page, "Albums", "Vietnam")
    page.reload()
    expect_headline(page, "Albums", "Vietnam")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("text_size", ["100%", "200%"])
def test_a_phone_never_scrolls_sideways(open_context, server, screenshots, language, text_size):
    page = open_context(locale=language, **PHONE).new_page()
    open_chart(page, server)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text_size)
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    screenshots.take(page, f"music-phone-{language}-{text_size.rstrip('%')}.png")


def test_dark_follows_the_system_and_the_reader_overrules_it(open_context, server, screenshots):
    page = open_context(color_scheme="dark").new_page()
    open_chart(page, server)
    background = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(background)
    screenshots.take(page, "music-dark.png")

    page.get_by_role("button", name="Theme").click()
    light = page.evaluate(background)
    assert light != dark
    page.reload()
    assert page.evaluate(background) == light
    page.get_by_role("button", name="Theme").click()
    assert page.evaluate(background) == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(open_context, server, scheme):
    page = open_context(color_scheme=scheme).new_page()
    page.goto(server)
    texts = page.evaluate("""() => {
      const style = getComputedStyle(document.documentElement);
      const names = ["ink", "muted", "accent", "on-accent", "paper", "raised", "sunk", "edge"];
      return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    }""")
    colours = {name: channels(text) for name, text in texts.items()}
    for ground in ["paper", "raised", "sunk"]:
        for ink in ["ink", "muted"]:
            assert contrast(colours[ink], colours[ground]) >= 4.5, f"{ink} on {ground}"
        assert contrast(colours["edge"], colours[ground]) >= 3, f"edge on {ground}"
    assert contrast(colours["accent"], colours["paper"]) >= 4.5
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
