"""The timeline: every run of the server as it happens, its family, its state, and what became of it."""

import json
import threading
import urllib.request

import pytest
from playwright.sync_api import Page, expect

PHONE = {"viewport": {"width": 360, "height": 740}}
HORIZONTAL_OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAINTED = """() => {
  const canvas = document.querySelector(".timeline-canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 30, canvas.width, canvas.height - 30);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
  return colours.size;
}"""


@pytest.fixture
def own(start):
    """A server with nothing in its timeline yet."""
    return start("serve", "--retries", "0").address


def open_timeline(page: Page, server: str):
    page.goto(f"{server}/?screen=timeline")
    expect(page.locator(".headline-country")).to_have_text("As it happens")


def load(server: str, path: str, name: str) -> int:
    """Loads something without a page, under a name."""
    request = urllib.request.Request(f"{server}{path}", headers={"X-Load": name})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def rows(page: Page):
    return page.locator(".timeline-table tbody tr")


def row(page: Page, title: str):
    return rows(page).filter(has_text=title)


def fact(page: Page, name: str):
    return page.locator(".timeline-details dt").filter(has_text=name).locator("xpath=following-sibling::dd[1]").first


def test_a_load_is_there_with_all_that_was_done_for_it(page: Page, own, screenshots):
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    open_timeline(page, own)
    expect(page.locator(".headline-facts")).to_contain_text("0 in flight")
    load(own, "/api/music?country=vn&style=promise", "chart")
    chart = row(page, "chart vn albums")
    expect(chart).to_contain_text("Promise")
    expect(chart).to_have_attribute("data-state", "succeeded")
    # What it stands on lies below it.
    expect(rows(page).nth(1)).to_be_visible()
    chart.get_by_role("button").click()
    expect(fact(page, "For")).to_have_text("Music")
    expect(fact(page, "Its parts")).to_contain_text("At work")
    children = fact(page, "Made by it").get_by_role("button")
    children.first.click()
    expect(fact(page, "Made by")).to_contain_text("chart vn albums")
    page.get_by_role("button", name="Show all of it").click()
    page.wait_for_function(f"({PAINTED})() > 3")
    # The run that asked the server knows where the answer came from.
    source = page.locator(".timeline-table tr[data-state]").filter(has_text="GET ").first
    source.get_by_role("button").click()
    expect(fact(page, "Answer from")).to_have_text("its server")
    page.screenshot(path=screenshots / "timeline.png", full_page=True, animations="disabled")
    assert page.evaluate("window.violations") == []
    assert complaints == []


def test_what_is_in_flight_is_seen_while_it_is_and_its_end_is_told(page: Page, serve_from):
    server, _ = serve_from("--fault", "stall=1")
    open_timeline(page, server)
    names = [f"load-{number}" for number in range(3)]
    # Programs that ask, and leave when they have waited for a second.
    for name in names:
        threading.Thread(target=lambda name=name: load_briefly(server, name), daemon=True).start()
    flying = rows(page).filter(has_text="chart").and_(page.locator('[data-state="inFlight"]'))
    expect(flying.first).to_be_visible()
    expect(page.locator(".headline-facts")).not_to_contain_text("0 in flight")
    expect(flying).to_have_count(0)
    expect(row(page, "chart us albums").first).to_have_attribute("data-state", "cancelled")
    expect(page.locator(".headline-facts")).to_contain_text("0 in flight")


def load_briefly(server: str, name: str):
    request = urllib.request.Request(f"{server}/api/music", headers={"X-Load": name})
    try:
        urllib.request.urlopen(request, timeout=2).close()
    except OSError:
        pass


def test_runs_are_found_by_job_style_outcome_and_word(page: Page, serve_from):
    server, _ = serve_from("--fault", "error500=1")
    open_timeline(page, server)
    load(server, "/api/music?country=se&style=bolts", "a")
    load(server, "/api/music?country=fr&style=closure", "b")
    load(server, "/api/covers?count=2", "c")
    expect(row(page, "chart fr albums")).to_have_attribute("data-state", "failed")
    page.locator("select[name=style]").select_option("bolts")
    expect(row(page, "chart fr albums")).to_have_count(0)
    expect(row(page, "chart se albums")).to_have_count(1)
    page.locator("select[name=style]").select_option("")
    page.locator("select[name=job]").select_option("covers")
    expect(row(page, "covers from 0")).to_have_count(1)
    expect(row(page, "chart")).to_have_count(0)
    page.locator("select[name=outcome]").select_option("failed")
    expect(row(page, "covers from 0")).to_have_count(0)
    page.locator("select[name=job]").select_option("")
    expect(row(page, "chart fr albums")).to_have_count(1)
    page.locator("select[name=outcome]").select_option("")
    # Case and marks do not matter.
    page.keyboard.press("/")
    page.get_by_label("Filter").fill("CHÄRT Sé")
    expect(row(page, "chart se albums")).to_have_count(1)
    expect(row(page, "chart fr albums")).to_have_count(0)
    row(page, "chart se albums").get_by_role("button").click()
    expect(fact(page, "Error")).to_contain_text("answered 500")


def test_it_stands_still_while_it_is_held_and_goes_on(page: Page, own):
    open_timeline(page, own)
    load(own, "/api/music?country=us", "first")
    expect(row(page, "chart us albums")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".headline-country")).to_have_text("Held still")
    load(own, "/api/music?country=de", "second")
    with page.expect_response("**/api/health-of-the-page**") as _:
        page.evaluate("setTimeout(() => fetch('/api/health-of-the-page'), 400)")
    expect(row(page, "chart de albums")).to_have_count(0)
    page.get_by_role("button", name="Hold still, or go on").click()
    expect(row(page, "chart de albums")).to_be_visible()


def test_the_keyboard_goes_through_the_runs(page: Page, own):
    load(own, "/api/music?country=us", "first")
    load(own, "/api/music?country=de", "second")
    open_timeline(page, own)
    first = rows(page).first.get_by_role("button")
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(rows(page).nth(1).get_by_role("button")).to_be_focused()
    expect(rows(page).nth(1)).to_have_class("is-selected")
    expect(page.locator(".timeline-details")).to_be_visible()
    page.keyboard.press("End")
    expect(rows(page).last.get_by_role("button")).to_be_focused()
    page.keyboard.press("Home")
    expect(first).to_be_focused()
    # One stop for the whole table, however many rows it has.
    assert page.locator(".timeline-open[tabindex='0']").count() == 1
    page.locator(".timeline-details").get_by_role("button", name="Close").click()
    expect(page.locator(".timeline-details")).to_be_hidden()
    expect(first).to_be_focused()


def test_the_same_job_in_two_styles_side_by_side(page: Page, own, screenshots):
    load(own, "/api/music?country=de", "another")
    open_timeline(page, own)
    expect(row(page, "chart de albums")).to_be_visible()
    page.get_by_role("button", name="Compare two styles").click()
    page.get_by_label("One style").select_option("delegate")
    page.get_by_label("The other").select_option("publisher")
    page.get_by_role("button", name="Load in both").click()
    expect(page.locator("#announcer")).to_have_text("Both have come to their end")
    expect(row(page, "Delegate")).to_have_count(1)
    expect(row(page, "Publisher")).to_have_count(1)
    expect(row(page, "chart de albums")).to_have_count(0)
    page.screenshot(path=screenshots / "timeline-comparison.png", full_page=True, animations="disabled")
    page.get_by_role("button", name="Compare two styles").click()
    expect(row(page, "chart de albums")).to_be_visible()


def test_it_is_saved_for_perfetto_and_told_as_text(page: Page, own):
    open_timeline(page, own)
    load(own, "/api/music", "one")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save for Perfetto").click()
    assert download.value.suggested_filename == "gallery-trace.json"
    events = json.loads(download.value.path().read_text())
    assert any(event["name"] == "requesting" for event in events)
    with page.expect_popup() as popup:
        page.get_by_role("link", name="What waits, as text").click()
    expect(popup.value.locator("body")).to_contain_text("in flight")


def test_who_leaves_the_screen_listens_no_more(page: Page, own):
    open_timeline(page, own)
    with page.expect_event("requestfailed", lambda request: "topics=timeline" in request.url):
        page.get_by_role("link", name="Music").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Albums")


def test_a_server_that_was_started_again_is_seen_from_its_beginning(page: Page, start):
    first = start("serve")
    port = first.address.rsplit(":", 1)[1]
    open_timeline(page, first.address)
    load(first.address, "/api/music?country=jp", "before")
    expect(row(page, "chart jp albums")).to_be_visible()
    first.kill()
    expect(page.locator(".headline-country")).to_have_text("Not live")
    second = start("serve", "--port", port)
    expect(page.locator(".headline-country")).to_have_text("As it happens")
    load(second.address, "/api/music?country=kr", "after")
    expect(row(page, "chart kr albums")).to_be_visible()
    expect(row(page, "chart jp albums")).to_have_count(0)


def test_fifty_thousand_runs_are_a_few_rows_on_the_page(page: Page, own, screenshots):
    runs = [
        {"id": number, "parent": None if number % 5 == 0 else number - number % 5, "name": f"run {number}",
         "line": "Many.swift:1", "made": number * 100, "started": number * 100 + 50, "outcome": "succeeded",
         "ended": number * 100 + 40_000, "job": "photos", "style": "async",
         "phases": [{"name": "requesting", "at": number * 100 + 60}, {"name": "receiving", "at": number * 100 + 20_000}]}
        for number in range(50_000)
    ]
    answer = {"now": 5_100_000, "sequence": 0, "runs": runs}
    page.route("**/api/loads", lambda route: route.fulfill(json=answer))
    open_timeline(page, own)
    expect(page.locator(".headline-facts")).to_contain_text("50,000 of 50,000 runs shown")
    assert rows(page).count() < 60
    assert page.evaluate("document.querySelectorAll('*').length") < 1_500
    # At its end, where the newest are; and at its beginning.
    expect(row(page, "run 49999")).to_be_visible()
    page.locator(".timeline").evaluate("node => (node.scrollTop = 0)")
    expect(row(page, "run 4").first).to_be_visible()
    page.get_by_role("button", name="Show all of it").click()
    page.wait_for_function(f"({PAINTED})() > 2")
    page.get_by_label("Filter").fill("run 31234")
    # A family is shown whole.
    expect(rows(page)).to_have_count(5)
    page.get_by_label("Filter").fill("")
    page.screenshot(path=screenshots / "timeline-50000.png", animations="disabled")


def test_a_gap_in_what_is_told_is_closed_by_asking_again(page: Page, own):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/loads") else None)
    told = json.dumps({"now": 9, "sequence": 1_000_000, "runs": []})
    page.route("**/api/events?topics=timeline",
               lambda route: route.fulfill(body=f"event: timeline\ndata: {told}\n\n", content_type="text/event-stream"))
    page.goto(f"{own}/?screen=timeline")
    page.wait_for_function("() => performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/api/loads')).length >= 2")
    assert len(asked) >= 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_in_vietnamese(open_context, own, screenshots, scheme):
    load(own, "/api/music?country=vn", "phone")
    page = open_context(locale="vi-VN", color_scheme=scheme, **PHONE).new_page()
    page.goto(f"{own}/?screen=timeline")
    expect(page.locator(".headline-country")).to_have_text("Đang diễn ra")
    expect(row(page, "chart vn albums")).to_contain_text("Thành công")
    row(page, "chart vn albums").get_by_role("button").click()
    expect(fact(page, "Cho việc")).to_have_text("Âm nhạc")
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    page.screenshot(path=screenshots / f"timeline-phone-{scheme}.png", full_page=True, animations="disabled")
