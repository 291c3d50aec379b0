"""While a chart loads, and when it does not: leaving, changing one's mind, faults, no network."""

import re

from playwright.sync_api import Page, expect

from music import CARDS, cards, expect_headline, names, open_chart
from own_loads import Account, ended

# Long enough to act while a chart is on its way: 2,000 bytes a second make a chart of 100 last for many.
SLOW = ("--latency", "300ms", "--bandwidth", "2000")

# Notes every chart that is ever on the page, however briefly.
WATCH_CHARTS = f"""
  window.chartsSeen = [];
  new MutationObserver(() => {{
    const cards = [...document.querySelectorAll("{CARDS} .card-name")];
    const names = cards.map((name) => name.title).join("\\n");
    if (names && names !== window.chartsSeen.at(-1)) window.chartsSeen.push(names);
  }}).observe(document, {{ childList: true, subtree: true }});
"""


def test_leaving_the_page_closes_the_connection_to_the_upstream(page: Page, serve_from):
    server, upstream = serve_from(*SLOW)
    page.goto(f"{server}/?country=us&kind=albums&limit=100")
    # The note comes from the server's events: the load has reached the upstream.
    expect(page.locator("#activity")).to_contain_text("chart us albums")
    expect(page.locator(".skeleton").first).to_be_visible()
    page.goto("about:blank")
    left = upstream.next_line()
    assert left["closedEarly"] is True, f"the upstream went on sending to nobody: {left}"


def test_changing_the_country_closes_the_connection_of_the_one_before(page: Page, serve_from):
    server, upstream = serve_from(*SLOW)
    page.goto(f"{server}/?country=us&kind=albums&limit=100")
    expect(page.locator("#activity")).to_contain_text("chart us albums")
    page.get_by_label("Country").select_option("vn")
    expect(page.locator("#activity")).to_contain_text("chart vn albums")
    assert upstream.next_line()["closedEarly"] is True


def test_a_chart_that_was_given_up_is_never_shown(page: Page, serve_from):
    # Long enough for three choices on a busy machine: a chart that arrives in between was not given up.
    server, _ = serve_from("--latency", "3s")
    given_up = []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    page.add_init_script(WATCH_CHARTS)
    page.goto(f"{server}/?country=us&kind=albums&limit=10")
    expect(page.locator(".skeleton").first).to_be_visible()
    page.get_by_label("Country").select_option("de")
    with page.expect_response(re.compile("/api/music.*country=vn")) as answer:
        page.get_by_label("Country").select_option("vn")
    expect(cards(page).first).to_be_visible()
    expect_headline(page, "Albums", "Vietnam")

    wanted = [entry["name"] for entry in answer.value.json()["items"]]
    assert names(page) == wanted
    assert page.evaluate("window.chartsSeen") == ["\n".join(wanted)]
    assert [re.search("country=(..)", url)[1] for url in given_up if "/api/music" in url] == ["us", "de"]


def test_loading_is_seen_at_once(page: Page, serve_from):
    server, _ = serve_from(*SLOW)
    page.goto(f"{server}/?country=us&kind=albums&limit=100")
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator(".chart")).to_have_attribute("aria-busy", "true")
    expect_headline(page, "Albums", "United States")
    expect(page.locator(".connection-text")).to_have_text("Live")


def test_what_another_page_loads_is_not_taken_for_ones_own(page: Page, server):
    """Two pages that loaded the same chart were each told how long the other one took."""
    account = Account(page)
    with page.expect_request(re.compile("/api/music")) as request:
        open_chart(page, server)
    own = request.value.headers["x-load"]
    label = "chart us albums"
    account.tell(ended(own, label, 4321), ended("of-another-page", label, 8765), ended(5, label, 8766))
    expect(page.locator(".headline-facts")).to_contain_text("Loaded in 4,321 ms")


def test_every_load_has_a_name_of_its_own(open_context, server):
    named = []
    for page in [open_context().new_page(), open_context().new_page()]:
        page.on("request", lambda request: named.append(request) if "/api/music" in request.url else None)
        open_chart(page, server)
        page.get_by_role("button", name="Load again").click()
        expect(page.locator("#progress")).to_be_hidden()
        page.get_by_label("Country").select_option("vn")
        expect_headline(page, "Albums", "Vietnam")
        expect(cards(page).first).to_be_visible()
    names = [request.headers["x-load"] for request in named]
    assert len(names) == len(set(names)) == 6


def test_a_failing_upstream_is_explained_and_a_retry_is_offered(page: Page, serve_from, screenshots):
    server, _ = serve_from("--fault", "error500=1")
    with page.expect_response(re.compile("/api/music")) as answer:
        page.goto(f"{server}/?country=us&kind=albums&limit=25")
    assert answer.value.status >= 500
    assert answer.value.headers["content-type"].startswith("application/problem+json")
    expect(page.get_by_role("alert")).to_contain_text(answer.value.json()["detail"])
    expect(page.locator(".card")).to_have_count(0)
    expect(page.locator("#progress")).to_be_hidden()
    screenshots.take(page, "music-error.png")

    button = page.get_by_role("button", name="Try again")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    with page.expect_request(re.compile("/api/music")):
        button.click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_busy_server_is_left_alone_for_as_long_as_it_asks(page: Page, server):
    detail = "Too much at once; wait a little."
    problem = {"type": "about:blank", "title": "Busy", "status": 503, "detail": detail}
    headers = {"Retry-After": "2", "Content-Type": "application/problem+json"}
    page.route("**/api/music?*", lambda route: route.fulfill(status=503, json=problem, headers=headers))
    page.goto(f"{server}/?country=us&kind=albums&limit=25")
    expect(page.get_by_role("alert")).to_contain_text(detail)
    button = page.get_by_role("button", name="Try again")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_text(re.compile(r"Try again in \d sec"))

    page.unroute("**/api/music?*")
    expect(button).to_have_text("Try again")
    button.click()
    expect(cards(page).first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_answer_that_is_not_a_chart_is_an_error_and_not_a_blank_page(page: Page, server):
    page.route("**/api/music?*", lambda route: route.fulfill(body="<html>A proxy’s page</html>"))
    page.goto(f"{server}/?country=us")
    expect(page.get_by_role("alert")).to_contain_text("could not be read")


def test_without_a_network_the_page_says_so_and_goes_on_by_itself(page: Page, server):
    open_chart(page, server)
    page.context.set_offline(True)
    page.get_by_label("Country").select_option("vn")
    expect(page.get_by_role("alert")).to_contain_text("You are offline")
    page.context.set_offline(False)
    expect(cards(page).first).to_be_visible()
    expect_headline(page, "Albums", "Vietnam")


def test_the_chart_needs_no_events(page: Page, server):
    page.route("**/api/events?**", lambda route: route.abort())
    open_chart(page, server)
    expect(page.locator(".connection-text")).to_have_text("Not live")


def test_a_cover_that_fails_is_drawn_instead(page: Page, server):
    page.route("**/image/**", lambda route: route.fulfill(status=502))
    open_chart(page, server)
    first = cards(page).first
    expect(first.locator("img")).to_have_count(0)
    expect(first.locator(".artwork-initials")).to_be_visible()


def test_the_line_of_a_screen_that_nobody_waits_for_any_more_is_not_shown(page: Page, server):
    """It began when the next screen was there, and stayed for good."""
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    open_chart(page, server)
    page.route("**/modules/covers/screen.js", lambda route: None)
    page.get_by_role("link", name="Covers").click()
    page.get_by_role("link", name="Photos").click()
    expect(page.get_by_label("Addresses of photos")).to_be_visible()
    page.clock.run_for(1000)
    expect(page.locator("#progress")).to_be_hidden()


def test_seconds_that_are_counted_are_not_told_again_with_each_of_them(page: Page, server):
    """The button that counts stood in the alert, which is read out whenever anything in it changes."""
    problem = {"status": 503, "detail": "Too much at once; wait a little."}
    page.route("**/api/music?*", lambda route: route.fulfill(status=503, json=problem, headers={"Retry-After": "9"}))
    page.clock.install(time=0)
    page.clock.pause_at("2030-01-01")
    page.goto(f"{server}/?country=us&kind=albums&limit=25")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Too much at once")
    expect(alert.get_by_role("button")).to_have_count(0)
    page.evaluate("""() => {
      window.changes = 0;
      const note = (list) => { window.changes += list.length; };
      new MutationObserver(note).observe(document.querySelector("[role=alert]"), {
        childList: true, subtree: true, characterData: true, attributes: true });
    }""")
    button = page.get_by_role("button", name="Try again")
    expect(button).to_have_text("Try again in 9 sec")
    page.clock.run_for(3000)
    expect(button).to_have_text("Try again in 6 sec")
    assert page.evaluate("changes") == 0
