"""A batch of photos: all at once, and one message at the end."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from helpers import HORIZONTAL_OVERFLOW, PHONE, eventually
from photos import WATCH_ENDINGS, ending, fact, is_answer_to_order, open_photos, order, start, state, tiles

EVERY_PHOTO_IS_LOADED = """
  () => [...document.querySelectorAll(".tile img")].every((image) => image.classList.contains("is-loaded"))
"""


@pytest.fixture
def impatient(start):
    """A server that gives up soon, so that what never ends does not keep the test."""
    return start("serve", "--retries", "0", "--timeout", "5s").address


def stop_time(page: Page):
    """From the page's beginning, its timers wait for the test."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)


def small(*numbers: int) -> list[str]:
    return [f"/photos/{number}.jpg?width=32" for number in numbers]


def has_numbers_in_sight(errors) -> bool:
    """Whether the list looks different without its numbers. They stand beside the items, and were cut off there."""
    errors.scroll_into_view_if_needed()
    numbered = errors.screenshot(animations="disabled")
    errors.evaluate("list => { list.style.listStyle = 'none' }")
    bare = errors.screenshot(animations="disabled")
    errors.evaluate("list => { list.style.listStyle = '' }")
    return numbered != bare


def test_a_batch_with_faults_ends_once_with_the_numbers_of_the_server(page: Page, impatient, screenshots):
    page.add_init_script(WATCH_ENDINGS)
    open_photos(page, impatient)
    page.get_by_label("How many").fill("24")
    page.get_by_role("switch", name="With faults").check()
    page.get_by_role("button", name="Fill in").click()
    addresses = page.get_by_label("Addresses of photos").input_value().split("\n")
    assert len(addresses) == 24
    assert len([address for address in addresses if "fault=" in address or "missing" in address]) == 10

    with page.expect_response(is_answer_to_order) as answer:
        page.get_by_role("button", name="Load 24 photos").click()
    expect(tiles(page)).to_have_count(24)
    expect(ending(page)).to_be_visible(timeout=60_000)
    batch = state(page, impatient, answer.value.json()["batch"])
    done = batch["done"]
    # All that is spoilt fails but the slow head, which a quick machine waits for.
    assert 9 <= done["failed"] <= 10 and done["succeeded"] + done["failed"] == 24
    sentence = f"{done['succeeded']} of 24 photos are here, {done['failed']} failed"
    expect(ending(page).get_by_role("heading", level=2)).to_have_text(sentence)
    expect(page.locator("#announcer")).to_have_text(sentence)
    expect(fact(page, "succeeded")).to_have_text(str(done["succeeded"]))
    expect(fact(page, "failed")).to_have_text(str(done["failed"]))
    expect(fact(page, "waiting")).to_have_text("0")
    expect(tiles(page, "succeeded")).to_have_count(done["succeeded"])
    expect(tiles(page, "failed")).to_have_count(done["failed"])
    bar = page.get_by_role("progressbar", name="Photos that are done")
    expect(bar).to_have_attribute("aria-valuetext", "24 of 24 done")

    errors = page.locator(".errors li")
    # The inner texts: what is not laid out has none, and was missing in the picture.
    assert errors.all_inner_texts() == [failure["error"] for failure in done["errors"]]
    numbers = errors.evaluate_all("all => all.map((item) => item.value)")
    assert numbers == [failure["index"] + 1 for failure in done["errors"]]
    assert has_numbers_in_sight(page.locator(".errors"))
    for tile in tiles(page, "succeeded").all():
        tile.scroll_into_view_if_needed()
    page.wait_for_function(EVERY_PHOTO_IS_LOADED)
    page.evaluate("scrollTo(0, 0)")
    screenshots.take(page, "photos-failed.png", full_page=True)
    assert page.evaluate("window.endings") == [sentence]


def test_a_batch_without_faults_says_that_all_are_here(page: Page, server):
    open_photos(page, server)
    start(page, *small(1, 2, 3))
    expect(ending(page)).to_contain_text("All 3 photos are here")
    expect(page.locator(".errors")).to_have_count(0)
    expect(page.get_by_role("button", name="Try")).to_have_count(0)
    first = tiles(page).first
    expect(first.get_by_role("img", name="Photo 1")).to_be_visible()
    expect(first.get_by_role("link")).to_have_attribute("href", re.compile("/image/"))


def test_while_it_runs_each_photo_shows_how_it_is(page: Page, server, screenshots):
    open_photos(page, server)
    start(page, *small(1, 2), "/photos/nothing", "/photos/3.jpg?width=32&fault=stall")
    expect(tiles(page, "succeeded")).to_have_count(2)
    expect(tiles(page, "failed")).to_contain_text("answered 404")
    expect(tiles(page, "waiting")).to_have_text("To come4")
    expect(page.locator(".headline-country")).to_have_text("3 of 4 done")
    expect(page.get_by_role("progressbar", name="Photos that are done")).to_have_attribute("aria-valuenow", "3")
    expect(ending(page)).to_have_count(0)
    screenshots.take(page, "photos-running.png")


def test_cancelling_ends_the_batch_with_what_is_here(page: Page, server):
    open_photos(page, server)
    batch = start(page, *small(1), *(f"/photos/{number}.jpg?width=32&fault=stall" for number in range(2, 12)))
    expect(tiles(page, "succeeded")).to_have_count(1)
    cancel = page.get_by_role("button", name="Cancel")
    expect(cancel).to_be_focused()
    cancel.press("Enter")
    expect(ending(page)).to_contain_text("Cancelled: 1 here, 0 failed, 10 not loaded")
    expect(page.locator("#announcer")).to_have_text("Cancelled: 1 here, 0 failed, 10 not loaded")
    expect(page.get_by_role("button", name="Load 11 photos")).to_be_focused()
    assert state(page, server, batch)["done"]["cancelled"] == 10


def test_those_that_failed_can_be_tried_again(page: Page, server):
    open_photos(page, server)
    first = start(page, "/photos/nothing", *small(1), "no address")
    expect(ending(page)).to_contain_text("1 of 3 photos are here, 2 failed")
    page.get_by_role("button", name="Try those 2 again").click()
    expect(ending(page)).to_contain_text("All 2 photos failed")
    expect(page.get_by_label("Addresses of photos")).to_have_value("/photos/nothing\nno address")
    assert first not in page.url
    page.go_back()
    expect(ending(page)).to_contain_text("1 of 3 photos are here, 2 failed")


def test_with_nothing_to_load_a_word_comes_after_a_while(page: Page, server, screenshots):
    stop_time(page)
    open_photos(page, server)
    prompt = page.locator(".photos-prompt")
    expect(prompt).to_be_empty()
    page.clock.run_for(1400)
    expect(prompt).to_be_empty()
    page.clock.run_for(200)
    expect(prompt).to_contain_text("No photos yet")
    screenshots.take(page, "photos-empty.png")
    page.get_by_label("Addresses of photos").fill("/photos/1.jpg")
    expect(prompt).to_be_empty()


def test_who_starts_with_nothing_is_told_at_once_what_to_do(page: Page, server):
    stop_time(page)
    open_photos(page, server)
    page.get_by_label("Addresses of photos").fill("# nothing but a remark\n\n")
    page.get_by_role("button", name="Load photos").click()
    expect(page.locator(".photos-prompt")).to_contain_text("fill in a sample")
    expect(page.get_by_label("Addresses of photos")).to_be_focused()


def test_an_empty_batch_is_done_and_says_so(page: Page, server):
    batch = order(page, server, urls=[])
    open_photos(page, server, batch)
    expect(ending(page)).to_contain_text("There was nothing in this batch")


def test_a_reload_in_the_middle_loses_nothing(page: Page, impatient):
    page.add_init_script(WATCH_ENDINGS)
    open_photos(page, impatient)
    addresses = [*small(1, 2), "/photos/nothing", "/photos/3.jpg?width=32&fault=stall"]
    batch = start(page, *addresses)
    expect(tiles(page, "failed")).to_have_count(1)
    page.reload()
    expect(tiles(page)).to_have_count(4)
    expect(tiles(page, "succeeded")).to_have_count(2)
    expect(page.get_by_label("Addresses of photos")).to_have_value("\n".join(addresses))
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    sentence = "2 of 4 photos are here, 2 failed"
    expect(ending(page).get_by_role("heading", level=2)).to_have_text(sentence)
    expect(page.locator("#announcer")).to_have_text(sentence)
    assert page.evaluate("window.endings") == [sentence]

    # Afterwards it is shown, but is no news any more.
    page.reload()
    expect(ending(page).get_by_role("heading", level=2)).to_have_text(sentence)
    expect(page.locator("#announcer")).to_be_empty()
    assert batch in page.url


def test_another_screen_does_not_end_the_batch(page: Page, server):
    open_photos(page, server)
    batch = start(page, *small(1), "/photos/2.jpg?width=32&fault=stall")
    expect(tiles(page, "succeeded")).to_have_count(1)
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    assert state(page, server, batch)["done"] is None
    page.get_by_role("link", name="Photos").click()
    expect(tiles(page)).to_have_count(2)
    assert batch in page.url
    page.get_by_role("button", name="Cancel").click()
    expect(ending(page)).to_contain_text("Cancelled: 1 here")


def order_slowly(page: Page, *addresses: str) -> list[Route]:
    """Starts a batch whose order is held back on its way."""
    held: list[Route] = []
    page.route("**/api/photos", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    page.get_by_label("Addresses of photos").fill("\n".join(addresses))
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Load").click()
    return held


def test_an_order_that_is_answered_on_another_screen_leaves_that_as_it_is(page: Page, server):
    """The address became that of the batch, under the screen that the reader had gone to."""
    open_photos(page, server)
    held = order_slowly(page, *small(1, 2))
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    with page.expect_response(is_answer_to_order) as answer:
        held.pop().continue_()
    answer.value.finished()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert "batch" not in page.url and "screen=photos" not in page.url
    page.get_by_role("link", name="Photos").click()
    expect(ending(page)).to_contain_text("All 2 photos are here")


def test_one_who_is_back_before_the_order_is_answered_finds_the_batch_and_cannot_give_it_twice(page: Page, server):
    orders = []
    page.on("request", lambda request: orders.append(request) if request.method == "POST" else None)
    open_photos(page, server)
    held = order_slowly(page, *small(1, 2))
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    page.get_by_role("link", name="Photos").click()
    page.get_by_role("button", name="Load 2 photos").click()
    held.pop().continue_()
    expect(ending(page)).to_contain_text("All 2 photos are here")
    assert "batch=" in page.url
    assert [request.url.rsplit("/", 1)[1] for request in orders].count("photos") == 1


def test_a_batch_that_could_not_be_asked_for_once_is_asked_for_again(page: Page, server):
    """It seemed to run for ever: that it had ended was told before, and nobody asked again."""
    batch = order(page, server, urls=small(1, 2))
    eventually(lambda: state(page, server, batch)["done"] is not None)
    page.route(f"**/api/photos/{batch}", lambda route: route.fulfill(status=502, body=""), times=1)
    open_photos(page, server, batch)
    expect(page.get_by_role("alert")).to_contain_text("502")
    expect(ending(page)).to_contain_text("All 2 photos are here")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_time_for_all_is_kept(page: Page, server):
    open_photos(page, server)
    page.get_by_label("Time for all").select_option("10")
    page.get_by_label("Style").select_option("async")
    with page.expect_request("**/api/photos") as request:
        start(page, *small(1))
    assert request.value.post_data_json == {"urls": small(1), "timeLimit": 10, "style": "async"}
    batch = order(page, server, urls=["/photos/1.jpg?fault=stall"], timeLimit=0.1)
    open_photos(page, server, batch)
    expect(ending(page)).to_contain_text("The time was over: 0 here, 0 failed, 1 not loaded")


def test_a_batch_that_nobody_knows_is_explained_and_forgotten(page: Page, server):
    open_photos(page, server, "of-an-earlier-server")
    expect(page.get_by_role("alert")).to_contain_text("no such batch")
    expect(page.get_by_role("button", name="Load photos")).to_be_visible()
    assert "batch" not in page.url


def test_a_busy_server_says_what_to_do(page: Page, server):
    detail = "As many batches as this server takes are running; cancel one."
    problem = {"type": "about:blank", "title": "Too Many Requests", "status": 429, "detail": detail}
    headers = {"Retry-After": "5", "Content-Type": "application/problem+json"}
    open_photos(page, server)
    page.route("**/api/photos", lambda route: route.fulfill(status=429, json=problem, headers=headers))
    start_button = page.get_by_role("button", name="Load")
    page.get_by_label("Addresses of photos").fill("/photos/1.jpg")
    start_button.click()
    expect(page.get_by_role("alert")).to_contain_text(detail)
    page.unroute("**/api/photos")
    start_button.click()
    expect(ending(page)).to_contain_text("The photo is here")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_without_events_the_end_is_still_found(page: Page, server):
    """A stream that breaks and comes back is caught up with; what it left out is asked for."""
    open_photos(page, server)
    # Every event of a member is lost, as for a listener that does not keep up.
    page.evaluate("""() => {
      const known = EventTarget.prototype.dispatchEvent;
      EventTarget.prototype.dispatchEvent = function (event) {
        return event.type === "photo" ? true : known.call(this, event);
      };
    }""")
    start(page, *small(1, 2), "/photos/nothing")
    expect(ending(page)).to_contain_text("2 of 3 photos are here, 1 failed")
    expect(tiles(page, "waiting")).to_have_count(0)


def test_an_error_is_never_read_as_markup(page: Page, server):
    hostile = "<img src=x onerror='window.harmed = true'>"
    open_photos(page, server)
    start(page, hostile)
    expect(page.locator(".errors li")).to_contain_text(hostile)
    assert page.evaluate("window.harmed") is None


def test_a_vietnamese_reader_is_told_in_vietnamese(open_context, server, screenshots):
    page = open_context(locale="vi-VN", **PHONE).new_page()
    page.goto(f"{server}/?screen=photos")
    page.get_by_label("Địa chỉ ảnh").fill("\n".join([*small(1, 2), "/photos/nothing"]))
    page.get_by_role("button", name="Tải 3 ảnh").click()
    expect(ending(page)).to_contain_text("Đã tải 2/3 ảnh, 1 ảnh lỗi")
    expect(page.get_by_role("button", name="Thử lại 1 ảnh này")).to_be_visible()
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    screenshots.take(page, "photos-vietnamese-phone.png", full_page=True)
    page.get_by_role("button", name="Trình đơn").click()
    page.get_by_role("radio", name="EN").check()
    expect(ending(page)).to_contain_text("2 of 3 photos are here, 1 failed")
    expect(page.locator(".headline-country")).to_have_text("2 of 3 here")


@pytest.mark.parametrize("text_size", ["100%", "200%"])
def test_a_phone_never_scrolls_sideways(open_context, server, text_size):
    page = open_context(**PHONE).new_page()
    open_photos(page, server)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text_size)
    start(page, *small(1), "/photos/nothing")
    expect(ending(page)).to_be_visible()
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0


def test_the_dark_is_dark(open_context, server, screenshots):
    page = open_context(color_scheme="dark").new_page()
    open_photos(page, server)
    start(page, *small(1, 2, 3), "/photos/nothing")
    expect(ending(page)).to_be_visible()
    screenshots.take(page, "photos-dark.png", full_page=True)


def without_a_stream(page: Page):
    page.route("**/api/events?*", lambda route: route.fulfill(status=429, body=""))


def test_a_batch_ends_also_where_there_is_no_stream_of_events(page: Page, server):
    """It was asked for once, and then seemed to run for ever."""
    without_a_stream(page)
    held: list[Route] = []
    page.route("**/api/photos/*", lambda route: held.append(route), times=1)
    open_photos(page, server)
    batch = start(page, *small(1, 2))
    while not held:
        page.evaluate("new Promise(requestAnimationFrame)")
    whole = state(page, server, batch)
    running = {**whole, "done": None, "members": [{"index": index, "url": url, "status": "waiting"}
                                                  for index, url in enumerate(small(1, 2))]}
    held.pop().fulfill(json=running)
    expect(ending(page)).to_contain_text("All 2 photos are here")


def test_a_server_that_asks_for_weeks_is_not_asked_in_a_loop(page: Page, server):
    """A timer that is longer than it can be is over at once."""
    batch = order(page, server, urls=small(1, 2))
    asked = []
    page.on("request", lambda request: asked.append(request) if request.url.endswith(batch) else None)
    page.route(f"**/api/photos/{batch}", lambda route: route.fulfill(
        status=503, body="", headers={"Retry-After": "4000000"}))
    stop_time(page)
    open_photos(page, server, batch)
    expect(page.get_by_role("alert")).to_contain_text("503")
    # The stream that is there now may have had it asked once more.
    page.clock.run_for(1000)
    page.evaluate("fetch('/health')")
    before = len(asked)
    page.clock.run_for(50_000)
    page.evaluate("fetch('/health')")
    assert len(asked) == before
    with page.expect_request(f"**/api/photos/{batch}"):
        page.clock.run_for(20_000)


def test_an_order_that_fails_on_another_screen_is_told_there(page: Page, server):
    """Nobody was told, and what was to be loaded was not."""
    open_photos(page, server)
    held = order_slowly(page, *small(1, 2))
    page.get_by_role("link", name="Music").click()
    expect(page.locator("#announcer")).to_have_text("25 items loaded")
    held.pop().abort()
    expect(page.locator("#announcer")).to_have_text("The server is out of reach")
    page.get_by_role("link", name="Photos").click()
    expect(page.get_by_label("Addresses of photos")).to_have_value("\n".join(small(1, 2)))


def test_photos_are_named_in_the_language_of_now(page: Page, server):
    open_photos(page, server)
    start(page, *small(1))
    expect(tiles(page).first.get_by_role("link", name="Photo 1 (opens in a new tab)")).to_be_visible()
    page.locator("#language input[value=vi]").check()
    expect(tiles(page).first.get_by_role("img", name="Ảnh 1")).to_be_visible()
    expect(tiles(page).first.get_by_role("link")).to_contain_text("(mở trong thẻ mới)")
    expect(page.get_by_role("list").and_(page.locator(".wall"))).to_be_visible()
