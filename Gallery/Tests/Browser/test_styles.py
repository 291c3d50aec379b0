"""The style of asynchronous Swift that carries a job, chosen on each screen; and the keyboard's one stop in each list."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from covers import card, cards, expect_covers, open_covers
from gifs import hit, open_gifs, serve_hits
from gifs import cards as gifs
from music import cards as charts
from music import item, open_chart, serve_items

EVERY_CARD_HAS_ITS_COVER = """(ending) => [...document.querySelectorAll(".covers .cover")].every((card) => {
  const image = card.querySelector(".is-loaded img:only-of-type");
  return image?.complete && image.currentSrc.endsWith(ending);
})"""
STYLES = ["async", "closure", "delegate", "group", "stream", "promise", "bolts", "operation", "publisher"]


def runs(page: Page, server: str, job: str) -> set:
    """The styles of the runs that the server has made for a job."""
    answer = page.request.get(f"{server}/api/loads").json()
    return {run.get("style") for run in answer["runs"] if run.get("job") == job}


@pytest.mark.parametrize("screen", ["music", "gifs", "covers", "photos", "models"])
def test_every_screen_offers_every_style(page: Page, server, screen):
    page.goto(f"{server}/?screen={screen}")
    chooser = page.get_by_label("Style")
    expect(chooser).to_be_visible()
    offered = chooser.locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert [style for style in offered if style] == STYLES
    page.get_by_role("radio", name="VI", exact=True).check()
    expect(page.get_by_label("Kiểu tải").locator("option").first).to_have_text(re.compile("Mặc định|Async"))


def test_covers_are_made_in_the_style_that_is_chosen(page: Page, own, screenshots):
    open_covers(page, own)
    expect_covers(page)
    plain = card(page, 1).locator("img").get_attribute("src")
    assert "style" not in plain
    expect(page.get_by_label("Style")).to_have_value("")
    page.get_by_label("Style").select_option("promise")
    expect(card(page, 1).locator("img").last).to_have_attribute("src", plain + "?style=promise")
    expect(page.locator("#announcer")).to_have_text("Promise: all covers in sight are here")
    assert "style=promise" in page.url
    screenshots.take(page, "covers-style.png")
    # Together with a filter, and undone step by step.
    page.get_by_role("radio", name="Sepia").check()
    expect(card(page, 1).locator("img").last).to_have_attribute("src", re.compile(r"-sepia\?style=promise$"))
    expect_covers(page)
    assert runs(page, own, "covers") == {"async", "promise"}
    assert "promise" in runs(page, own, "images")
    page.reload()
    expect(page.get_by_label("Style")).to_have_value("promise")
    expect_covers(page)
    page.get_by_label("Style").select_option("")
    expect(card(page, 1).locator("img").last).to_have_attribute("src", re.compile("-sepia$"))
    page.go_back()
    expect(page.get_by_label("Style")).to_have_value("promise")


def test_another_style_is_no_other_picture(page: Page, own):
    """What is made once is given to all: the covers come again, but nobody computes them again."""
    open_covers(page, own)
    expect_covers(page)
    page.wait_for_function(EVERY_CARD_HAS_ITS_COVER, arg="")

    def made() -> int:
        return len([1 for run in page.request.get(f"{own}/api/loads").json()["runs"] if run.get("job") == "images"])

    before = made()
    assert before >= cards(page).count()
    page.get_by_label("Style").select_option("bolts")
    page.wait_for_function(EVERY_CARD_HAS_ITS_COVER, arg="?style=bolts")
    assert made() == before


@pytest.mark.parametrize("style", ["async", "operation"])
def test_models_are_loaded_in_the_style_that_is_chosen(page: Page, own, style):
    page.goto(f"{own}/?screen=models")
    page.get_by_role("button", name="Fill in a sample").click()
    page.get_by_label("Style").select_option(style)
    with page.expect_request(lambda request: request.method == "POST") as order:
        page.get_by_role("button", name="Load 6 articles").click()
    assert order.value.url == f"{own}/api/models?style={style}"
    assert len(json.loads(order.value.post_data)["urls"]) == 6
    expect(page.locator(".state[data-state=loaded]")).to_have_count(6)
    assert runs(page, own, "models") == {style}
    expect(page.get_by_label("Style")).to_have_value(style)


def test_a_phone_has_the_style_of_covers_behind_a_button(open_context, server, screenshots):
    page = open_context(viewport={"width": 360, "height": 740}).new_page()
    open_covers(page, server)
    expect(page.get_by_label("Style")).to_be_hidden()
    page.get_by_role("button", name="Choices").click()
    page.get_by_label("Style").select_option("group")
    expect(card(page, 1).locator("img").last).to_have_attribute("src", re.compile(r"\?style=group$"))
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    screenshots.take(page, "covers-style-phone.png")


def stops(page: Page, inside: str) -> list[int]:
    """Which of the items the tab key stops at."""
    return page.locator(f"{inside} [data-target]").evaluate_all(
        "all => all.flatMap((one, index) => one.tabIndex === 0 ? [index] : [])")


def test_the_tab_key_stops_once_in_a_chart_where_the_keyboard_was(page: Page, server):
    serve_items(page, *(item(rank) for rank in range(1, 13)))
    open_chart(page, server)
    expect(charts(page)).to_have_count(12)
    assert stops(page, ".cards") == [0]
    page.get_by_role("button", name="Load again").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^Keep “"))).to_be_focused()
    page.keyboard.press("Tab")
    expect(charts(page).first.locator("[data-target]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert stops(page, ".cards") == [2]
    page.keyboard.press("Tab")
    expect(page.locator(".cards [data-target]:focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(charts(page).nth(2).locator("[data-target]")).to_be_focused()
    # One that the filter hides is no stop.
    page.get_by_label("Filter").fill("Name 7")
    expect(page.locator(".card:visible")).to_have_count(1)
    assert stops(page, ".cards") == [6]
    page.get_by_label("Filter").fill("")
    assert stops(page, ".cards") == [6]


def test_the_tab_key_stops_once_among_gifs_in_any_language(page: Page, server):
    serve_hits(page, *(hit(number) for number in range(12)), hit(12, url=None), size=6)
    open_gifs(page, server, "&q=x")
    expect(gifs(page)).to_have_count(6)
    assert stops(page, ".gifs") == [0]
    page.keyboard.press("End")
    page.keyboard.press("j")
    page.keyboard.press("End")
    assert stops(page, ".gifs") == [5]
    page.get_by_role("button", name="Show more").click()
    expect(gifs(page)).to_have_count(12)
    assert stops(page, ".gifs") == [5]
    page.get_by_role("radio", name="VI", exact=True).check()
    expect(page.get_by_role("button", name="Xem thêm")).to_be_visible()
    assert len(stops(page, ".gifs")) == 1


def test_the_wall_and_the_timeline_have_one_stop_too(page: Page, own):
    open_covers(page, own)
    # Whoever goes before there is a cover has not asked for any, and nothing has run.
    expect_covers(page)
    expect(page.locator(".covers [tabindex='0']")).to_have_count(1)
    page.goto(f"{own}/?screen=timeline")
    expect(page.locator(".timeline-table tbody tr").nth(3)).to_be_visible()
    page.get_by_role("button", name="Hold still").click()
    expect(page.locator(".timeline-table tbody button:not([tabindex='-1'])")).to_have_count(1)
