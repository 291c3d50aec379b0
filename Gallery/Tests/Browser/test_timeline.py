"""The timeline: every run of the server as it happens, its family, its state, and what became of it."""

import json
import re
import time
import urllib.request
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from helpers import HORIZONTAL_OVERFLOW, NEXT_FRAME, PHONE, channels, contrast

PAINTED = """() => {
  const canvas = document.querySelector(".timeline-canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 30, canvas.width, canvas.height - 30);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
  return colours.size;
}"""


# Keeps what the server has told of each run, once the page has taken it.
WATCH_TOLD = """
  window.told = new Map();
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, act) {
    listen.call(this, name, (event) => {
      act(event);
      if (name !== "timeline") return;
      for (const run of JSON.parse(event.data).runs) told.set(run.id, { ...told.get(run.id), ...run });
    });
  };
"""


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
    page.wait_for_function(f"() => ({PAINTED})() > 3")
    # The run that asked the server knows where the answer came from.
    source = page.locator(".timeline-table tr[data-state]").filter(has_text="GET ").first
    source.get_by_role("button").click()
    expect(fact(page, "Answer from")).to_have_text("its server")
    screenshots.take(page, "timeline.png", full_page=True)


def test_what_is_in_flight_is_seen_while_it_is_and_its_end_is_told(page: Page, serve_from):
    server, _ = serve_from("--fault", "stall=1")
    open_timeline(page, server)
    flying = rows(page).filter(has_text="chart").and_(page.locator('[data-state="inFlight"]'))
    # Programs that ask, and leave when they have been seen.
    with ExitStack() as programs:
        for number in range(3):
            programs.enter_context(asking(server, f"load-{number}"))
        expect(flying.first).to_be_visible()
        expect(page.locator(".headline-facts")).not_to_contain_text("0 in flight")
    expect(flying).to_have_count(0)
    expect(row(page, "chart us albums").first).to_have_attribute("data-state", "cancelled")
    expect(page.locator(".headline-facts")).to_contain_text("0 in flight")


@contextmanager
def asking(server: str, name: str):
    """Asks for a chart, and leaves at the end of the block, whatever has come by then."""
    with closing(HTTPConnection(urlsplit(server).netloc)) as connection:
        connection.request("GET", "/api/music", headers={"X-Load": name})
        yield


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


def expect_told(page: Page, label: str, **facts):
    """Waits until the page has heard of such a run, and has painted what there is to be seen of it."""
    page.wait_for_function(
        """([label, facts]) => [...told.values()].some((run) =>
          run.label === label && Object.entries(facts).every(([key, value]) => run[key] === value))""",
        arg=[label, facts],
    )
    page.evaluate(NEXT_FRAME)
    page.evaluate(NEXT_FRAME)


def test_it_stands_still_while_it_is_held_and_goes_on(page: Page, own):
    page.add_init_script(WATCH_TOLD)
    open_timeline(page, own)
    load(own, "/api/music?country=us", "first")
    expect(row(page, "chart us albums")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".headline-country")).to_have_text("Held still")
    load(own, "/api/music?country=de", "second")
    expect_told(page, "chart de albums", outcome="succeeded")
    expect(row(page, "chart de albums")).to_have_count(0)
    page.get_by_role("button", name="Hold still, or go on").click()
    expect(row(page, "chart de albums")).to_be_visible()


def test_while_it_is_held_nothing_of_it_changes(page: Page, serve_from):
    server, _ = serve_from("--fault", "stall=1")
    page.add_init_script(WATCH_TOLD)
    open_timeline(page, server)
    chart = row(page, "chart us albums")
    with asking(server, "held"):
        expect(chart).to_be_visible()
        page.keyboard.press("p")
        expect(page.locator(".headline-country")).to_have_text("Held still")
    expect_told(page, "chart us albums", outcome="cancelled")
    expect(chart).to_have_attribute("data-state", "inFlight")
    # What is looked for may change meanwhile, and what is found is as it was.
    page.locator("select[name=outcome]").select_option("inFlight")
    expect(chart).to_be_visible()
    page.locator("select[name=outcome]").select_option("")
    page.get_by_role("button", name="Hold still, or go on").click()
    expect(chart).to_have_attribute("data-state", "cancelled")


def tell(page: Page, *answers: list):
    """Has the server tell these runs, one answer after the other, and the last one from then on."""
    waiting = list(answers)
    begun = time.time()

    def answer(route):
        runs = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        route.fulfill(json={"now": int((time.time() - begun) * 1e6) + 2_000_000, "sequence": 0, "runs": runs})

    page.route("**/api/loads", answer)


def run(number: int, **facts) -> dict:
    return {"id": number, "name": f"run {number}", "line": "Some.swift:1", "made": number * 1000, **facts}


def test_what_ended_unseen_while_the_way_was_closed_is_in_flight_no_more(page: Page, server):
    tell(page, [run(1), run(2)], [run(2), run(3)])
    change = json.dumps({"now": 9, "sequence": 1_000_000, "runs": []})
    page.route("**/api/events?topics=timeline",
               lambda route: route.fulfill(body=f"event: timeline\ndata: {change}\n\n", content_type="text/event-stream"))
    page.goto(f"{server}/?screen=timeline")
    expect(row(page, "run 3")).to_be_visible()
    expect(row(page, "run 1")).to_contain_text("Ended unseen")
    expect(row(page, "run 2")).to_have_attribute("data-state", "inFlight")
    expect(page.locator(".headline-facts")).to_contain_text("2 in flight")
    page.locator("select[name=outcome]").select_option("unseen")
    expect(rows(page)).to_have_count(1)


def test_connecting_and_delivering_are_seen(page: Page, server):
    load = run(1, started=1000, ended=900_000, outcome="succeeded", connection={"isReused": False, "made": 200_000})
    exchange = run(2, parent=1, started=1000, ended=901_000, delivered=1_001_000, outcome="succeeded",
                   phases=[{"name": "requesting", "at": 1000}, {"name": "receiving", "at": 501_000}])
    tell(page, [load, exchange, run(3, connection={"isReused": True})])
    open_timeline(page, server)
    row(page, "run 2").get_by_role("button").click()
    expect(fact(page, "Its parts")).to_contain_text("Connecting 200 ms")
    for part in ["Asking 300 ms", "Receiving 400 ms", "Delivering 100 ms"]:
        expect(fact(page, "Its parts")).to_contain_text(part)
    row(page, "run 1").get_by_role("button").click()
    expect(fact(page, "Connection")).to_have_text("a new one, made in 200 ms")
    row(page, "run 3").get_by_role("button").click()
    expect(fact(page, "Connection")).to_have_text("one that was there")


def test_what_cannot_be_found_is_said_and_a_comparison_is_seen_whatever_was_looked_for(page: Page, own):
    said = page.locator(".timeline-nothing")
    tell(page, [])
    open_timeline(page, own)
    expect(said).to_contain_text("Nothing has been loaded yet")
    page.unroute("**/api/loads")
    page.reload()
    load(own, "/api/music?country=de", "one")
    expect(row(page, "chart de albums")).to_be_visible()
    expect(said).to_have_text("")
    page.get_by_label("Filter").fill("no such run")
    expect(said).to_have_text("No run is what you look for.")
    page.get_by_label("Filter").blur()
    page.keyboard.press("p")
    page.get_by_role("button", name="Compare two styles").click()
    page.get_by_role("button", name="Load in both").click()
    expect(page.locator("#announcer")).to_have_text("Both have come to their end")
    for style in ["Async/await", "Operation"]:
        expect(row(page, "chart us albums").filter(has_text=style)).to_have_count(1)
    expect(page.get_by_label("Filter")).to_have_value("")
    expect(page.locator(".headline-country")).to_have_text("As it happens")


FOCUSED_RUN = "document.activeElement.closest('tr')?.dataset.run ?? document.activeElement.className"


def test_the_focus_is_never_lost(page: Page, own):
    runs = [run(number, outcome="succeeded", ended=number * 1000 + 10, parent=1000 if number == 1001 else None)
            for number in range(1000, 1200)]
    tell(page, runs, [*runs, run(1200)])
    open_timeline(page, own)
    last = row(page, "run 1199").get_by_role("button")
    last.focus()
    # What has the focus stays in sight while others come behind it.
    load(own, "/api/music?country=de", "one")
    expect(page.locator(".headline-facts")).not_to_contain_text("200 of 200")
    assert page.evaluate(FOCUSED_RUN) == "1199"
    expect(last).to_be_in_viewport()
    # Where it goes out of sight, the nearest has it.
    page.locator(".timeline").evaluate("node => (node.scrollTop = 0)")
    page.wait_for_function("() => document.activeElement.closest('.timeline-table tr')?.dataset.run < 1040")
    # Another run in the details is heard by its title.
    row(page, "run 1000").get_by_role("button").click()
    page.locator(".timeline-details").get_by_role("button", name="#1001 run 1001").press("Enter")
    expect(page.locator(".timeline-details h2")).to_be_focused()
    expect(page.locator(".timeline-details h2")).to_have_text("run 1001")
    # And it goes back to the row, which was out of sight.
    page.locator(".timeline").evaluate("node => (node.scrollTop = node.scrollHeight)")
    expect(row(page, "run 1199")).to_be_visible()
    page.locator(".timeline-details").get_by_role("button", name="Close").click()
    page.wait_for_function(f"() => ({FOCUSED_RUN}) === '1001'")


def test_the_view_is_moved_without_a_drag_and_goes_to_what_is_chosen(page: Page, own):
    load(own, "/api/music?country=de", "one")
    open_timeline(page, own)
    page.wait_for_function(f"() => ({PAINTED})() > 3")
    quiet = f"() => ({PAINTED})() <= 2"
    for _ in range(9):
        page.keyboard.press(",")
    follow = page.get_by_role("button", name="Follow the present")
    expect(follow).to_have_attribute("aria-pressed", "false")
    page.wait_for_function(quiet)
    row(page, "chart de albums").get_by_role("button").click()
    page.wait_for_function(f"() => ({PAINTED})() > 3")
    for _ in range(9):
        page.get_by_role("button", name="Earlier").click()
    page.wait_for_function(quiet)
    for _ in range(9):
        page.get_by_role("button", name="Later").click()
    page.wait_for_function(f"() => ({PAINTED})() > 3")


def test_another_server_takes_the_choice_away_and_not_the_focus(page: Page, start):
    """The details of the run that was chosen were those of another one, with the same number."""
    first = start("serve")
    port = first.address.rsplit(":", 1)[1]
    load(first.address, "/api/music?country=jp", "before")
    open_timeline(page, first.address)
    row(page, "chart jp albums").get_by_role("button").click()
    page.locator(".timeline-details").get_by_role("button", name="Close").focus()
    first.kill()
    expect(page.locator(".headline-country")).to_have_text("Not live")
    second = start("serve", "--port", port)
    expect(page.locator(".headline-country")).to_have_text("As it happens")
    expect(page.get_by_label("Filter")).to_be_focused()
    load(second.address, "/api/music?country=kr", "after")
    expect(row(page, "chart kr albums")).to_be_visible()
    expect(page.locator(".timeline-details")).to_be_hidden()


def test_a_list_that_is_long_in_coming_is_no_other_server_and_says_nothing_before(page: Page, own):
    load(own, "/api/music?country=jp", "before")
    held: list[Route] = []
    page.route("**/api/loads", lambda route: held.append(route))
    with page.expect_request("**/api/loads"):
        page.goto(f"{own}/?screen=timeline")
    expect(page.locator(".connection-text")).to_have_text("Live")
    expect(page.locator(".timeline-nothing")).to_have_text("")
    held.pop().continue_()
    expect(row(page, "chart jp albums")).to_be_visible()


def test_a_comparison_that_fails_says_so_until_it_is_read(page: Page, serve_from):
    server, _ = serve_from("--fault", "error500=1")
    open_timeline(page, server)
    page.get_by_role("button", name="Compare two styles").click()
    page.get_by_role("button", name="Load in both").click()
    alert = page.get_by_role("alert").filter(has_text="The comparison did not come off")
    expect(alert).to_be_visible()
    load(server, "/api/music?country=de", "another")
    page.get_by_label("Filter").fill("chart de")
    page.get_by_role("button", name="Compare two styles").click()
    expect(alert).to_be_hidden()


def test_a_comparison_that_failed_is_tried_again_where_one_asks_for_it_or_the_connection_is_back(page: Page, own):
    weather = lambda fault: page.request.put(f"{own}/api/network", data={"faults": {"error500": fault}})
    weather(1)
    open_timeline(page, own)
    page.get_by_role("button", name="Compare two styles").click()
    both = page.get_by_role("button", name="Load in both")
    both.click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The comparison did not come off")
    weather(0)
    page.get_by_role("button", name="Try again").click()
    # Not said where it had failed.
    expect(page.locator("#announcer")).to_have_text("Both have come to their end")
    expect(row(page, "chart us albums")).to_have_count(2)
    expect(alert).to_be_hidden()
    expect(both).to_be_focused()
    page.context.set_offline(True)
    both.click()
    expect(alert).to_contain_text("It goes on by itself as soon as the connection is back.")
    page.context.set_offline(False)
    expect(alert).to_be_hidden()
    expect(row(page, "chart us albums").and_(page.locator("[data-state=succeeded]"))).to_have_count(2)


def test_a_comparison_that_is_closed_has_no_end(page: Page, own):
    page.request.put(f"{own}/api/network", data={"latency": 5_000})
    open_timeline(page, own)
    compare = page.get_by_role("button", name="Compare two styles")
    compare.click()
    page.get_by_role("button", name="Load in both").click()
    expect(row(page, "chart us albums")).to_have_count(2)
    compare.click()
    # What nobody waits for goes no further.
    expect(row(page, "chart us albums").and_(page.locator("[data-state=cancelled]"))).to_have_count(2)
    expect(page.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("width", [900, 1200, 1600])
def test_no_time_is_cut_however_long_it_was(open_context, server, language, width):
    page = open_context(locale=language, viewport={"width": width, "height": 740}).new_page()
    times = [999, 9_994, 999_600, 9_990_000, 59_900_000, 123_000_000, 46_802_000_000]
    tell(page, [run(1000 + index, outcome="succeeded", ended=(1000 + index) * 1000 + time)
                for index, time in enumerate(times)])
    page.goto(f"{server}/?screen=timeline")
    cells = page.locator(".timeline-cell-time")
    expect(cells).to_have_count(len(times))
    shown = cells.all_text_contents()
    # What is rounded to a thousand is one of the next unit; the last is thirteen hours.
    assert shown[0] == "999 μs" and shown[2].startswith("1 ") and shown[-2:] == ["2:03", "13:00:02"], shown
    assert not any(cells.evaluate_all("cells => cells.map((cell) => cell.scrollWidth > cell.clientWidth)")), shown


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
def test_something_is_seen_of_each_name_on_a_phone_however_deep_it_is(open_context, server, language):
    page = open_context(locale=language, **PHONE).new_page()
    runs = [run(1000 + depth, outcome="succeeded", ended=2_000_000, parent=999 + depth if depth else None)
            for depth in range(12)]
    tell(page, runs)
    page.goto(f"{server}/?screen=timeline")
    expect(rows(page)).to_have_count(12)
    seen = page.locator(".timeline-name").evaluate_all("""names => names.map((name) =>
      Math.min(name.getBoundingClientRect().right, name.closest("th").getBoundingClientRect().right)
        - name.getBoundingClientRect().left)""")
    assert min(seen) >= 24, seen
    states = page.locator(".timeline-cell-state")
    assert not any(states.evaluate_all("cells => cells.map((cell) => cell.scrollWidth > cell.clientWidth)"))


def test_what_is_said_follows_the_language(page: Page, own):
    load(own, "/api/music?country=jp", "one")
    open_timeline(page, own)
    expect(page.locator(".headline-facts")).to_contain_text("in flight")
    page.keyboard.press("p")
    page.locator("input[name=language][value=vi]").check()
    expect(page.locator(".headline-facts")).to_contain_text("lượt đang chạy")
    # In symbols, which fit their column.
    expect(row(page, "chart jp albums")).to_contain_text(re.compile(r"\d ms"))


def test_who_asks_again_by_the_keyboard_is_still_there(page: Page, server):
    asked = []

    def answer(route):
        asked.append(route)
        route.fulfill(status=503, json={"detail": "busy"}) if len(asked) == 1 else route.continue_()

    page.route("**/api/loads", answer)
    page.goto(f"{server}/?screen=timeline")
    page.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".headline-country")).to_have_text("As it happens")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_colour_of_the_bars_stands_out_and_is_explained(open_context, server, scheme):
    page = open_context(color_scheme=scheme).new_page()
    open_timeline(page, server)
    style = "name => getComputedStyle(document.documentElement).getPropertyValue(name).trim()"
    grounds = [channels(page.evaluate(style, name)) for name in ["--raised", "--sunk"]]
    swatches = page.locator(".timeline-legend .timeline-swatch")
    names = [re.search(r"timeline-swatch-(\w+)", swatch.get_attribute("class"))[1] for swatch in swatches.all()]
    assert len(names) == 10
    for name in names[:8]:
        colour = channels(page.evaluate(style, f"--timeline-{name}"))
        for ground in grounds:
            assert contrast(colour, ground) >= 3, name


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
    screenshots.take(page, "timeline-comparison.png", full_page=True)
    page.get_by_role("button", name="Compare two styles").click()
    # All of them are more than the table shows at once.
    page.get_by_label("Filter").fill("de albums")
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


def test_fifty_thousand_runs_are_a_few_rows_on_the_page(page: Page, server, screenshots):
    runs = [
        {"id": number, "parent": None if number % 5 == 0 else number - number % 5, "name": f"run {number}",
         "line": "Many.swift:1", "made": number * 100, "started": number * 100 + 50, "outcome": "succeeded",
         "ended": number * 100 + 40_000, "job": "photos", "style": "async",
         "phases": [{"name": "requesting", "at": number * 100 + 60}, {"name": "receiving", "at": number * 100 + 20_000}]}
        for number in range(50_000)
    ]
    answer = {"now": 5_100_000, "sequence": 0, "runs": runs}
    page.route("**/api/loads", lambda route: route.fulfill(json=answer))
    open_timeline(page, server)
    expect(page.locator(".headline-facts")).to_contain_text("50,000 of 50,000 runs shown")
    assert rows(page).count() < 60
    assert page.evaluate("document.querySelectorAll('*').length") < 1_500
    # At its end, where the newest are; and at its beginning.
    expect(row(page, "run 49999")).to_be_visible()
    page.locator(".timeline").evaluate("node => (node.scrollTop = 0)")
    expect(row(page, "run 4").first).to_be_visible()
    page.get_by_role("button", name="Show all of it").click()
    page.wait_for_function(f"() => ({PAINTED})() > 2")
    page.get_by_label("Filter").fill("run 31234")
    # A family is shown whole.
    expect(rows(page)).to_have_count(5)
    page.get_by_label("Filter").fill("")
    screenshots.take(page, "timeline-50000.png")


def test_a_gap_in_what_is_told_is_closed_by_asking_again(page: Page, server):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/loads") else None)
    told = json.dumps({"now": 9, "sequence": 1_000_000, "runs": []})
    streams = []

    def answer(route: Route):
        # Each stream that begins has everything asked for: only the first one does, and what it leaves out is the gap.
        streams.append(route)
        if len(streams) == 1:
            route.fulfill(body=f"event: timeline\ndata: {told}\n\n", content_type="text/event-stream")

    page.route("**/api/events?topics=timeline", answer)
    page.goto(f"{server}/?screen=timeline")
    page.wait_for_function("() => performance.getEntriesByType('resource').filter(({name}) => name.endsWith('/api/loads')).length >= 2")
    assert len(asked) == 2


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
    screenshots.take(page, f"timeline-phone-{scheme}.png", full_page=True)


# Notes what the stream tells, also while nothing of it is shown.
WATCH_CHANGES = """
  window.told = "";
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, act) {
    listen.call(this, name, (event) => {
      window.told += event.data ?? "";
      act(event);
    });
  };
"""


def test_the_present_does_not_go_back_when_what_was_held_is_shown(page: Page, serve_from):
    """Each change set the time to when it was sent: what had been in flight for a minute was some milliseconds old."""
    server, _ = serve_from("--fault", "stall=1")
    page.add_init_script(WATCH_CHANGES)
    page.clock.install()
    open_timeline(page, server)
    chart = row(page, "chart us albums")
    with asking(server, "long"):
        expect(chart).to_be_visible()
        page.keyboard.press("p")
        expect(page.locator(".headline-country")).to_have_text("Held still")
        load(server, "/api/covers?count=2", "meanwhile")
        page.wait_for_function("() => told.includes('covers from 0') && told.includes('succeeded')")
        page.clock.fast_forward(60_000)
        page.keyboard.press("p")
        expect(row(page, "covers from 0").first).to_be_visible()
        expect(chart.locator(".timeline-cell-time")).to_have_text(re.compile(r"1:\d\d"))


def test_names_are_whole_in_text_of_twice_the_size(page: Page, own, screenshots):
    """The feet of the letters were cut off: a row had so many pixels, however large the text was."""
    open_timeline(page, own)
    load(own, "/api/music?country=jp", "large")
    chart = row(page, "chart jp albums")
    expect(chart).to_be_visible()
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    button = chart.get_by_role("button")
    expect(button).to_have_css("height", "56px")
    assert button.evaluate("one => one.scrollHeight <= one.clientHeight")
    screenshots.take(page, "timeline-200.png")
