"""The library: what is kept on other screens is found, opened, taken away and deleted here."""

import json
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from gifs import cards, expect_found, open_gifs
from helpers import HORIZONTAL_OVERFLOW, NEXT_FRAME, PHONE, eventually
from library import (
    count, expect_titles, keep, keep_chart, keep_gif, keep_photos, open_library, search, things, titles, viewer,
)
from music import open_chart
from photos import ending, open_photos, start, tiles


@pytest.fixture
def own(shared):
    """A server with an empty library: what a test keeps is deleted behind it."""
    yield shared
    while things := json.load(urllib.request.urlopen(f"{shared}/api/library"))["things"]:
        for thing in things:
            order = {"Content-Type": "application/json"}
            address = f"{shared}/api/library/{thing['id']}"
            urllib.request.urlopen(urllib.request.Request(address, headers=order, method="DELETE")).close()



# Found and opened.


def test_everything_that_was_kept_is_there_the_newest_first(page: Page, own, screenshots):
    keep_photos(page, own, "Hoàng hôn", "Bình minh")
    keep_gif(page, own)
    keep_chart(page, own)
    page.request.post(f"{own}/api/models", data={"urls": ["/articles/3.json"]})
    eventually(lambda: count(page, own) == 5)
    open_library(page, own)
    expect(page.locator(".headline-country")).to_have_text("5 kept")
    kinds = things(page).evaluate_all("all => all.map((one) => one.dataset.kind)")
    assert kinds == ["article", "chart", "gif", "photo", "photo"]
    assert titles(page)[-2:] == ["Bình minh", "Hoàng hôn"]
    # One of each, and four of the chart.
    expect(page.locator(".thing img.is-loaded")).to_have_count(8)
    screenshots.take(page, "library.png", full_page=True)


def test_an_empty_library_says_how_things_come_into_it(page: Page, own, screenshots):
    open_library(page, own)
    expect(page.get_by_role("heading", name="Nothing kept yet")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="bookmark")).to_be_visible()
    screenshots.take(page, "library-empty.png", full_page=True)
    # What is kept meanwhile comes by itself.
    keep_photos(page, own, "The first")
    expect_titles(page, "The first")
    expect(page.get_by_role("heading", name="Nothing kept yet")).to_have_count(0)


def test_it_is_searched_as_one_types_without_marks(page: Page, own):
    keep_photos(page, own, "Hoà bình", "Đường xa", "Hoài niệm")
    open_library(page, own)
    page.keyboard.press("/")
    expect(search(page)).to_be_focused()
    page.keyboard.type("hoa")
    expect_titles(page, "Hoài niệm", "Hoà bình")
    expect(page.locator(".headline-country")).to_have_text("2 found")
    expect(page.locator("#announcer")).to_have_text("2 found")
    page.keyboard.type(" b")
    expect_titles(page, "Hoà bình")
    assert "q=hoa+b" in page.url
    search(page).fill("duong")
    expect_titles(page, "Đường xa")
    page.reload()
    expect_titles(page, "Đường xa")
    expect(search(page)).to_have_value("duong")
    search(page).press("Escape")
    expect(things(page)).to_have_count(3)


def test_typing_is_one_step_back(page: Page, own):
    keep_photos(page, own, "One", "Two")
    open_library(page, own)
    search(page).press_sequentially("one", delay=250)
    expect_titles(page, "One")
    page.go_back()
    expect_titles(page, "Two", "One")
    expect(search(page)).to_have_value("")


def test_an_answer_that_comes_late_does_not_replace_a_later_one(page: Page, own):
    keep_photos(page, own, "Alpha", "Beta")
    open_library(page, own)
    held, over = [], []
    page.route("**/api/library?*q=alpha*", lambda route: held.append(route))
    for event in ("requestfinished", "requestfailed"):
        page.on(event, lambda request: over.append(request) if "q=alpha" in request.url else None)
    with page.expect_request("**/api/library?*q=alpha*"):
        search(page).fill("alpha")
    search(page).fill("beta")
    expect_titles(page, "Beta")
    for route in held:
        route.continue_()
    # It has come, or the page has given it up: now it would be seen.
    eventually(lambda: page.evaluate(NEXT_FRAME) and over)
    page.evaluate(NEXT_FRAME)
    expect(page.locator(".headline-country")).to_have_text("1 found")
    expect_titles(page, "Beta")


def test_kinds_are_a_filter(page: Page, own):
    keep_photos(page, own, "A photo")
    keep_gif(page, own)
    keep_chart(page, own)
    open_library(page, own)
    page.get_by_role("radio", name="Charts").check()
    expect(things(page)).to_have_count(1)
    expect(page.locator(".thing-title")).to_contain_text("Vietnam")
    assert "kind=chart" in page.url
    page.get_by_role("radio", name="Articles").check()
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(things(page)).to_have_count(3)
    expect(page.get_by_role("radio", name="All")).to_be_checked()
    expect(search(page)).to_be_focused()
    search(page).fill("nobody has this")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()


def test_a_chart_is_opened_as_the_list_that_it_is(page: Page, own, screenshots):
    chart = page.request.get(f"{own}/api/music?country=vn&kind=songs&limit=10").json()
    keep_chart(page, own)
    open_library(page, own)
    page.get_by_role("button", name="Open").click()
    expect(viewer(page).get_by_role("heading", level=2)).to_contain_text("Vietnam")
    names = viewer(page).locator(".place-name")
    expect(names).to_have_count(10)
    # The link says besides that it opens in a new tab.
    for name, item in zip(names.all_inner_texts(), chart["items"], strict=True):
        assert name.startswith(item["name"])
    expect(viewer(page).locator(".place img")).to_have_count(10)
    screenshots.take(page, "library-chart.png")
    page.keyboard.press("Escape")
    expect(viewer(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Open")).to_be_focused()


def test_a_picture_is_opened_large_and_the_keys_go_on_to_the_next(page: Page, own, screenshots):
    keep_photos(page, own, "First", "Second", "Third")
    open_library(page, own)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    picture = viewer(page).locator("img")
    expect(picture).to_have_attribute("alt", "Third")
    size = picture.evaluate("one => one.decode().then(() => [one.naturalWidth, one.naturalHeight])")
    assert size == [600, 900], "it is the file, and not its preview"
    screenshots.take(page, "library-photo.png")
    expect(viewer(page).get_by_role("button", name="The one before")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowRight")
    expect(picture).to_have_attribute("alt", "Second")
    viewer(page).get_by_role("button", name="The next one").click()
    expect(picture).to_have_attribute("alt", "First")
    page.keyboard.press("ArrowRight")
    expect(picture).to_have_attribute("alt", "First")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open “First”")).to_be_focused()


def test_pages_come_as_one_scrolls(page: Page, own):
    for number in range(60):
        keep(page, own, url=f"/photos/{number}.jpg?width=32", title=f"Photo number {number}")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/library?" in request.url else None)
    open_library(page, own)
    expect(page.locator(".things-place")).to_contain_text("of 60")
    for number in (24, 48):
        expect(things(page)).to_have_count(number)
        page.locator(".things-foot").scroll_into_view_if_needed()
    expect(things(page)).to_have_count(60)
    assert titles(page) == [f"Photo number {number}" for number in reversed(range(60))]
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()
    assert len(asked) == 3, "each page once"


@pytest.fixture
def long(page: Page, own):
    """A server whose library has three pages, and requests for the last one that are held back."""
    for number in range(60):
        keep(page, own, url=f"/photos/{number}.jpg?width=32", title=f"Photo number {number}")
    held: list[Route] = []
    further = []

    def answer(route: Route):
        further.append(route)
        if len(further) == 2:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/library?*after=*", answer)
    open_library(page, own)
    expect(page.locator(".connection-text")).to_have_text("Live")
    for number in (24, 48):
        expect(things(page)).to_have_count(number)
        page.locator(".things-foot").scroll_into_view_if_needed()
    while not held:
        page.evaluate(NEXT_FRAME)
    return held


def test_a_further_page_that_does_not_come_says_so_where_the_reader_is_and_is_asked_for_again(page: Page, long):
    """It was said at the top of the page, thousands of pixels above, and the list had ended."""
    long.pop().abort()
    expect(page.get_by_role("alert")).to_contain_text("out of reach")
    page.locator(".things-foot").scroll_into_view_if_needed()
    expect(page.get_by_role("alert")).to_be_in_viewport()
    # As browsers do when there is a way again.
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(things(page)).to_have_count(60)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_further_page_that_was_on_its_way_comes_to_one_who_is_back(page: Page, long):
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(things(page)).to_have_count(60)


@pytest.mark.parametrize("act", ["Save", "Delete"])
def test_the_keys_go_on_from_wherever_in_the_window_the_focus_is(page: Page, own, act):
    """After the first step nothing had the focus, and the window heard no keys."""
    keep_photos(page, own, "First", "Second", "Third")
    open_library(page, own)
    page.get_by_role("button", name="Open “Third”").click()
    viewer(page).get_by_label(act).focus()
    for title in ("Second", "First"):
        page.keyboard.press("ArrowRight")
        expect(viewer(page).locator("img")).to_have_attribute("alt", title)


# Taken away and deleted.


def test_a_thing_is_saved_as_a_file(page: Page, own, tmp_path):
    keep_photos(page, own, "Hoa “đào”")
    keep_chart(page, own)
    open_library(page, own)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save “Hoa “đào””").click()
    assert download.value.suggested_filename == "Hoa “đào”.jpg"
    path = tmp_path / "photo.jpg"
    download.value.save_as(path)
    assert Path(path).read_bytes()[:3] == b"\xff\xd8\xff"
    with page.expect_download() as download:
        page.get_by_role("link", name="Vietnam").click()
    assert download.value.suggested_filename.endswith(".json")
    download.value.save_as(tmp_path / "chart.json")
    assert json.loads((tmp_path / "chart.json").read_text())["country"] == "vn"


def test_deleting_asks_first_and_is_seen_on_other_pages(open_context, own, screenshots):
    page, other = open_context().new_page(), open_context().new_page()
    keep_photos(page, own, "One", "Two", "Three")
    open_library(page, own)
    open_library(other, own)
    expect(other.locator(".connection-text")).to_have_text("Live")
    page.get_by_role("button", name="Delete “Two”").click()
    dialog = page.get_by_role("dialog", name="Delete “Two”?")
    expect(dialog.get_by_role("button", name="Leave it")).to_be_focused()
    screenshots.take(page, "library-delete.png")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert count(page, own) == 3
    page.get_by_role("button", name="Delete “Two”").click()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert count(page, own) == 3
    page.get_by_role("button", name="Delete “Two”").press("Enter")
    dialog.get_by_role("button", name="Delete").click()
    expect_titles(page, "Three", "One")
    expect(page.locator("#announcer")).to_have_text("“Two” is deleted")
    expect(page.get_by_role("button", name="Open “One”")).to_be_focused()
    expect(page.locator(".headline-country")).to_have_text("2 kept")
    expect_titles(other, "Three", "One")
    assert count(page, own) == 2


def test_what_is_open_can_be_deleted(page: Page, own):
    keep_photos(page, own, "One", "Two")
    open_library(page, own)
    page.get_by_role("button", name="Open “Two”").click()
    viewer(page).get_by_role("button", name="Delete").click()
    page.get_by_role("dialog", name="Delete “Two”?").get_by_role("button", name="Delete").click()
    expect(viewer(page)).to_be_hidden()
    expect_titles(page, "One")


def test_what_is_open_may_be_deleted_elsewhere_and_the_focus_goes_to_its_neighbour(page: Page, own):
    """It fell back to the top of the page, without a word."""
    keep_photos(page, own, "One", "Two")
    open_library(page, own)
    page.get_by_role("button", name="Open “Two”").click()
    [two] = [thing for thing in page.request.get(f"{own}/api/library").json()["things"] if thing["title"] == "Two"]
    page.request.delete(f"{own}/api/library/{two['id']}", headers={"Content-Type": "application/json"})
    expect(viewer(page)).to_be_hidden()
    expect(page.locator("#announcer")).to_have_text("“Two” is deleted")
    expect(page.get_by_role("button", name="Open “One”")).to_be_focused()


@pytest.mark.parametrize("opens", [True, False])
def test_what_is_asked_about_may_be_deleted_elsewhere_and_the_question_goes_with_it(page: Page, own, opens):
    keep_photos(page, own, "One", "Two")
    open_library(page, own)
    place = page.locator("main")
    if opens:
        page.get_by_role("button", name="Open “Two”").click()
        viewer(page).get_by_role("button", name="Delete").click()
    else:
        page.get_by_role("button", name="Delete “Two”").click()
    asked = page.get_by_role("dialog", name="Delete “Two”?")
    expect(asked).to_be_visible()
    [two] = [thing for thing in page.request.get(f"{own}/api/library").json()["things"] if thing["title"] == "Two"]
    page.request.delete(f"{own}/api/library/{two['id']}", headers={"Content-Type": "application/json"})
    expect(asked).to_be_hidden()
    expect(page.locator("#announcer")).to_have_text("“Two” is deleted")
    expect(place.get_by_role("button", name="Open “One”")).to_be_focused()


def test_the_last_one_deleted_leaves_an_empty_library(page: Page, own):
    keep_photos(page, own, "One")
    open_library(page, own)
    page.get_by_role("button", name="Delete “One”").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Nothing kept yet")).to_be_visible()


def test_a_deletion_that_the_feed_tells_of_first_leaves_an_empty_library_too(page: Page, own):
    """The answer that came behind it took away the words that nothing is kept."""
    keep_photos(page, own, "One")
    open_library(page, own)
    held = []
    page.route("**/api/library/*", lambda route: held.append((route, route.fetch())))
    page.get_by_role("button", name="Delete “One”").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    empty = page.get_by_role("heading", name="Nothing kept yet")
    expect(empty).to_be_visible()
    [(route, response)] = held
    route.fulfill(response=response)
    expect(page.locator("#announcer")).to_contain_text("is deleted")
    expect(empty).to_be_visible()
    expect(page.locator("main")).to_be_focused()


def test_a_deletion_that_fails_says_so_and_leaves_the_thing(page: Page, own):
    keep_photos(page, own, "One")
    open_library(page, own)
    page.route("**/api/library/*", lambda route: route.abort() if route.request.method == "DELETE" else route.continue_())
    page.get_by_role("button", name="Delete “One”").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_contain_text("out of reach")
    expect(things(page)).to_have_count(1)


def delete_slowly(page: Page) -> list[Route]:
    """Deletes “One”, holds the order back on its way, and goes to the charts meanwhile."""
    held: list[Route] = []

    def hold(route: Route):
        # The charts ask the library, too.
        held.append(route) if route.request.method == "DELETE" else route.fallback()

    page.route("**/api/library/*", hold)
    page.get_by_role("button", name="Delete “One”").click()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("link", name="Music").click()
    # What the charts have to say of themselves would otherwise come last.
    expect(page.locator("#announcer")).to_have_text("25 items loaded")
    page.get_by_label("Filter").focus()
    return held


def test_a_deletion_that_is_answered_on_another_screen_leaves_the_focus_and_the_title_there(page: Page, own):
    keep_photos(page, own, "One")
    open_library(page, own)
    held = delete_slowly(page)
    title = page.title()
    assert "Library" not in title
    held.pop().continue_()
    expect(page.locator("#announcer")).to_have_text("“One” is deleted")
    expect(page.get_by_label("Filter")).to_be_focused()
    assert page.title() == title


def test_a_deletion_that_fails_on_another_screen_is_told_there(page: Page, own):
    keep_photos(page, own, "One")
    open_library(page, own)
    held = delete_slowly(page)
    held.pop().abort()
    expect(page.locator("#announcer")).to_have_text("“One” could not be deleted: The server is out of reach")
    expect(page.get_by_label("Filter")).to_be_focused()


def test_what_was_deleted_does_not_come_back_from_an_answer_that_is_older(page: Page, own):
    keep_photos(page, own, "One", "Two")
    open_library(page, own)
    expect(page.locator(".connection-text")).to_have_text("Live")
    held: list[Route] = []
    page.route("**/api/library?*", lambda route: held.append(route))
    with page.expect_request("**/api/library?*"):
        keep(page, own, url="/photos/3.jpg", title="Three")
    before = page.request.get(f"{own}/api/library").json()
    [one] = [thing for thing in before["things"] if thing["title"] == "One"]
    page.request.delete(f"{own}/api/library/{one['id']}", headers={"Content-Type": "application/json"})
    expect_titles(page, "Two")
    held.pop().fulfill(json=before)
    expect_titles(page, "Three", "Two")
    expect(page.locator(".headline-country")).to_have_text("2 kept")


# Kept, on other screens.


def test_a_gif_is_kept_from_its_card_and_taken_out_again(page: Page, own, screenshots):
    open_gifs(page, own, "&q=cat")
    expect_found(page, "cat")
    button = cards(page).first.locator(".keep")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#announcer")).to_contain_text("is kept in the library")
    assert count(page, own) == 1
    screenshots.take(page, "gifs-kept.png")
    # It is known also after the page was loaded anew.
    page.reload()
    expect_found(page, "cat")
    expect(cards(page).first.locator(".keep")).to_have_attribute("aria-pressed", "true")
    expect(cards(page).nth(1).locator(".keep")).to_have_attribute("aria-pressed", "false")
    cards(page).first.locator(".keep").click()
    expect(cards(page).first.locator(".keep")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#announcer")).to_contain_text("is no longer kept")
    assert count(page, own) == 0


def test_what_is_kept_of_a_page_is_asked_once(page: Page, own):
    asked = []
    page.on("request", lambda request: asked.append(request) if request.url.endswith("/lookup") else None)
    open_gifs(page, own, "&q=cat")
    expect_found(page, "cat")
    expect(cards(page).first.locator(".keep")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(asked) == 1
    assert len(json.loads(asked[0].post_data)["sources"]) == cards(page).count()


def test_a_chart_is_kept_from_its_screen(page: Page, own):
    open_chart(page, own, "/?country=vn&kind=songs&limit=10")
    button = page.get_by_role("button", name="Keep “Songs · Vietnam”")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name="Albums").check()
    expect(page.get_by_role("button", name="Keep “Albums · Vietnam”")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("link", name="Library").click()
    expect(page.locator(".thing-title")).to_contain_text("Vietnam")


def test_photos_of_a_batch_are_kept(page: Page, own, screenshots):
    open_photos(page, own)
    start(page, "/photos/1.jpg", "/photos/2.jpg", "/photos/3.jpg?fault=missing")
    expect(ending(page)).to_be_visible()
    expect(tiles(page).locator(".keep")).to_have_count(2)
    button = tiles(page).first.get_by_role("button", name="Keep “1.jpg”")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    screenshots.take(page, "photos-kept.png", full_page=True)
    page.get_by_role("link", name="Library").click()
    expect_titles(page, "1.jpg")


def test_what_is_deleted_elsewhere_is_no_longer_kept_here(open_context, own):
    page, other = open_context().new_page(), open_context().new_page()
    open_chart(page, own, "/?country=vn&kind=songs&limit=10")
    button = page.locator(".controls .keep")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    open_chart(other, own, "/?country=vn&kind=songs&limit=10")
    expect(other.locator(".controls .keep")).to_have_attribute("aria-pressed", "true")
    [chart] = page.request.get(f"{own}/api/library").json()["things"]
    page.request.delete(f"{own}/api/library/{chart['id']}", headers={"Content-Type": "application/json"})
    for one in (page, other):
        expect(one.locator(".controls .keep")).to_have_attribute("aria-pressed", "false")


def test_what_happened_while_the_page_lay_in_the_browsers_cache_is_known_when_it_is_back(page: Page, own):
    """Its stream was closed by itself, so that it was never back after it had been lost."""
    with page.expect_response("**/lookup"), page.expect_response("**/api/gifs?*") as answer:
        open_gifs(page, own, "&q=cat")
    expect_found(page, "cat")
    buttons = cards(page).locator(".keep")
    buttons.nth(0).click()
    expect(buttons.nth(0)).to_have_attribute("aria-pressed", "true")
    [mine] = page.request.get(f"{own}/api/library").json()["things"]
    lie = "(name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
    page.evaluate(lie, "pagehide")
    hit = answer.value.json()["hits"][1]
    keep(page, own, image=hit["image"], title=hit["title"])
    page.request.delete(f"{own}/api/library/{mine['id']}", headers={"Content-Type": "application/json"})
    page.evaluate(lie, "pageshow")
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(buttons.nth(0)).to_have_attribute("aria-pressed", "false")


def test_what_was_missed_is_asked_for_again(page: Page, own):
    """A page that was told that it missed something went on with the bookmarks of before."""
    page.add_init_script("""
      const receive = EventSource.prototype.addEventListener;
      EventSource.prototype.addEventListener = function (name, act) {
        if (name === "missed") window.miss = (data) => act(new MessageEvent("missed", { data }));
        if (name !== "library") receive.call(this, name, act);
      };
    """)
    with page.expect_response("**/lookup"), page.expect_response("**/api/gifs?*") as answer:
        open_gifs(page, own, "&q=cat")
    expect_found(page, "cat")
    button = cards(page).locator(".keep").first
    expect(button).to_have_attribute("aria-pressed", "false")
    hit = answer.value.json()["hits"][0]
    keep(page, own, image=hit["image"], title=hit["title"])
    page.evaluate("miss(JSON.stringify({ topics: ['models'] }))")
    expect(button).to_have_attribute("aria-pressed", "true")


def test_what_cannot_be_kept_says_why(page: Page, own):
    open_gifs(page, own, "&q=cat")
    expect_found(page, "cat")
    problem = {"status": 503, "title": "Service Unavailable", "detail": "The library has no room left; delete something."}
    page.route("**/api/library", lambda route: route.fulfill(
        status=503, body=json.dumps(problem), content_type="application/problem+json"))
    button = cards(page).first.locator(".keep")
    button.click()
    expect(button).to_have_attribute("data-state", "failed")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("alert")).to_contain_text("could not be kept")
    expect(page.get_by_role("alert")).to_contain_text("no room left")
    page.unroute("**/api/library")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_an_address_of_the_machines_own_is_refused_as_it_is_for_photos(page: Page, own):
    for address in (own, "http://127.0.0.1:1", "http://[::1]:1", "http://169.254.169.254"):
        answer = page.request.post(f"{own}/api/library", data={"url": f"{address}/photos/1.jpg"})
        assert answer.status == 502, answer.text()
        assert "private" in answer.json()["detail"] or "allow" in answer.json()["detail"]
    assert count(page, own) == 0


# While things come and go.


@pytest.fixture
def pages(page: Page, own) -> list[dict]:
    """Thirty things, six more than a page has; the newest first. Further pages are not asked for by themselves."""
    page.add_init_script("globalThis.IntersectionObserver = class { observe() {} disconnect() {} }")
    keep_photos(page, own, *(f"Photo number {number}" for number in range(30)))
    return page.request.get(f"{own}/api/library?limit=30").json()["things"]


def delete(page: Page, server: str, thing: dict):
    page.request.delete(f"{server}/api/library/{thing['id']}", headers={"Content-Type": "application/json"})


def open_live_library(page: Page, server: str):
    open_library(page, server)
    expect(page.locator(".connection-text")).to_have_text("Live")


def test_what_is_kept_while_a_thing_is_open_is_there_when_it_is_closed(page: Page, own):
    """It was not shown under the open thing, and never afterwards."""
    keep_photos(page, own, "One")
    open_live_library(page, own)
    page.get_by_role("button", name="Open “One”").click()
    with page.expect_response("**/api/health-of-the-page"):
        keep(page, own, url="/photos/2.jpg", title="Two")
        page.evaluate("setTimeout(() => fetch('/api/health-of-the-page'), 500)")
    expect(things(page)).to_have_count(1)
    page.keyboard.press("Escape")
    expect_titles(page, "Two", "One")
    expect(page.get_by_role("button", name="Open “One”")).to_be_focused()


def test_what_is_kept_is_there_also_for_one_who_has_further_pages(page: Page, own, pages):
    open_live_library(page, own)
    page.get_by_role("button", name="Show more").click()
    expect(things(page)).to_have_count(30)
    keep(page, own, url="/photos/77.jpg", title="The newest")
    expect(page.locator(".thing-title").first).to_have_text("The newest")
    # As many as before: the last one is behind them.
    expect(things(page)).to_have_count(30)
    expect(page.locator(".things-place")).to_have_text("30 of 31")


def test_what_is_deleted_of_a_page_that_is_not_here_is_not_counted_any_more(page: Page, own, pages):
    open_live_library(page, own)
    expect(page.locator(".headline-country")).to_have_text("30 kept")
    delete(page, own, pages[-1])
    expect(page.locator(".headline-country")).to_have_text("29 kept")
    expect(things(page)).to_have_count(24)


def test_what_was_deleted_of_a_further_page_while_the_way_was_closed_is_gone(page: Page, own, pages):
    open_live_library(page, own)
    page.get_by_role("button", name="Show more").click()
    expect(things(page)).to_have_count(30)
    lie = "(name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true }))"
    page.evaluate(lie, "pagehide")
    delete(page, own, pages[-1])
    page.evaluate(lie, "pageshow")
    expect(things(page)).to_have_count(29)


@pytest.fixture
def further(page: Page, own, pages) -> list[Route]:
    """The requests for the second page, which are held back."""
    held: list[Route] = []
    page.route("**/api/library?*after=*", lambda route: held.append(route))
    open_live_library(page, own)
    return held


def test_the_next_thing_comes_with_a_page_that_was_asked_for_already(page: Page, further):
    """The key did nothing while the list had the page on its way."""
    with page.expect_request("**/api/library?*after=*"):
        page.get_by_role("button", name="Show more").click()
    page.get_by_role("button", name="Open “Photo number 6”").click()
    page.keyboard.press("ArrowRight")
    further.pop().continue_()
    expect(viewer(page).get_by_role("heading", level=2)).to_have_text("Photo number 5")


def test_the_next_thing_does_not_take_the_place_of_another_that_was_opened_meanwhile(page: Page, further):
    page.get_by_role("button", name="Open “Photo number 6”").click()
    with page.expect_request("**/api/library?*after=*"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open “Photo number 20”").click()
    further.pop().continue_()
    expect(things(page)).to_have_count(30)
    expect(viewer(page).get_by_role("heading", level=2)).to_have_text("Photo number 20")


def test_a_picture_that_is_gone_past_is_downloaded_no_longer(page: Page, own):
    file = f"/api/library/{keep_photos(page, own, 'One', 'Two')[1]['id']}/file"
    open_library(page, own)
    page.route(f"**{file}*", lambda route: None)
    with page.expect_request(f"**{file}*"):
        page.get_by_role("button", name="Open “Two”").click()
    with page.expect_event("requestfailed", lambda request: file in request.url):
        page.keyboard.press("ArrowRight")
    expect(viewer(page).locator("img")).to_have_attribute("alt", "One")


def test_a_bookmark_that_was_taken_away_does_not_come_back_from_an_answer_that_is_older(page: Page, own):
    thing = keep_gif(page, own)
    held: list[Route] = []
    page.route("**/lookup", lambda route: held.append(route))
    open_gifs(page, own, "&q=cat")
    expect(page.locator(".connection-text")).to_have_text("Live")
    while not held:
        page.evaluate("new Promise(requestAnimationFrame)")
    before = held[0].fetch()
    page.evaluate("""() => import("./modules/kept.js").then(({ kept }) => {
      window.changes = 0;
      kept.addEventListener("change", () => { window.changes += 1; });
    })""")
    delete(page, own, thing)
    page.wait_for_function("() => changes === 1")
    held[0].fulfill(response=before)
    page.wait_for_function("() => changes === 2")
    expect(cards(page).first.locator(".keep")).to_have_attribute("aria-pressed", "false")


def test_a_bookmark_that_cannot_be_taken_away_says_so_and_stays(page: Page, own, screenshots):
    """That it could not be kept was said of what was to be deleted, and seen by nobody."""
    open_gifs(page, own, "&q=cat")
    expect_found(page, "cat")
    button = cards(page).first.locator(".keep")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    problem = {"status": 503, "detail": "The disk is away."}
    page.route("**/api/library/*", lambda route: route.fulfill(status=503, json=problem) if route.request.method == "DELETE"
               else route.continue_())
    page.evaluate("scrollTo(0, 300)")
    button.click()
    expect(page.get_by_role("alert")).to_contain_text("could not be deleted")
    expect(page.get_by_role("alert")).to_contain_text("The disk is away.")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(button).to_have_attribute("data-state", "failed")
    expect(button).to_have_attribute("aria-pressed", "true")
    screenshots.take(page, "page-notice.png")
    page.unroute("**/api/library/*")
    page.get_by_role("button", name="Try again").click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("alert")).to_have_count(0)
    assert count(page, own) == 0


# However it is looked at.


def test_a_library_that_does_not_come_is_a_notice(page: Page, own):
    keep_photos(page, own, "One")
    page.route("**/api/library?*", lambda route: route.abort())
    page.goto(f"{own}/?screen=library")
    expect(page.get_by_role("alert")).to_contain_text("out of reach")
    page.unroute("**/api/library?*")
    page.get_by_role("button", name="Try again").click()
    expect_titles(page, "One")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_is_kept_survives_the_server(page: Page, start, tmp_path):
    data = str(tmp_path / "data")
    first = start("serve", "--data", data)
    keep_photos(page, first.address, "One")
    first.kill()
    second = start("serve", "--data", data)
    open_library(page, second.address)
    expect_titles(page, "One")
    expect(page.locator(".thing img.is-loaded")).to_have_count(1)


def test_the_keyboard_is_enough(page: Page, own):
    keep_photos(page, own, "One", "Two", "Three")
    open_library(page, own)
    search(page).press("ArrowDown")
    expect(page.get_by_role("button", name="Open “Three”")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Open “One”")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Save “One”")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Delete “One”")).to_be_focused()


def test_in_vietnamese_and_in_the_dark(open_context, own, screenshots):
    page = open_context(locale="vi-VN", color_scheme="dark").new_page()
    keep_photos(page, own, "Hoàng hôn")
    keep_chart(page, own)
    page.goto(f"{own}/?screen=library")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thư viện")
    expect(page.locator(".headline-country")).to_have_text("Đã lưu 2 mục")
    expect(page.locator(".thing img.is-loaded")).to_have_count(5)
    screenshots.take(page, "library-vietnamese-dark.png", full_page=True)
    page.locator("#language input[value=en]").check()
    expect(page.locator(".headline-country")).to_have_text("2 kept")


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_on_a_phone_nothing_is_wider_than_the_screen(open_context, own, screenshots, size):
    page = open_context(**PHONE).new_page()
    keep_photos(page, own, "A title without any space, " + "x" * 90, "Two")
    keep_chart(page, own)
    open_library(page, own)
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    expect(things(page)).to_have_count(3)
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    screenshots.take(page, f"library-phone-{size.rstrip('%')}.png", full_page=True)
    page.locator(".thing-cover").first.click()
    expect(viewer(page).locator(".place")).to_have_count(10)
    assert viewer(page).locator(".viewer-body").evaluate("one => one.scrollWidth <= one.clientWidth")
    screenshots.take(page, f"library-phone-open-{size.rstrip('%')}.png")


def test_texts_of_others_are_texts(page: Page, own):
    keep_photos(page, own, "<img src=x onerror=alert(1)>")
    open_library(page, own)
    expect_titles(page, "<img src=x onerror=alert(1)>")
    page.locator(".thing-cover").click()
    expect(viewer(page).get_by_role("heading", level=2)).to_have_text("<img src=x onerror=alert(1)>")
