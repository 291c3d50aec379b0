"""The screen of settings: what the reader chooses for this browser, and how bad the server's network is for everybody."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import Page, Route, expect

from helpers import HORIZONTAL_OVERFLOW, PHONE
from music import cards



@pytest.fixture
def own(shared):
    """A server whose network no test of another file sees: what a test makes of it is undone behind it."""
    before = ask(shared)
    yield shared
    ask(shared, before)


def open_settings(page: Page, server: str):
    page.goto(f"{server}/?screen=settings")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Settings")


def ask(server: str, network: dict | None = None) -> dict:
    """The network as the server says that it is, after it was made another one."""
    body = None if network is None else json.dumps(network).encode()
    request = urllib.request.Request(
        f"{server}/api/network", data=body, method="GET" if body is None else "PUT",
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def preset(page: Page, name: str):
    return page.get_by_role("radio", name=name, exact=True)


def slider(page: Page, name: str):
    return page.get_by_role("slider", name=name, exact=True)


def expect_change(page: Page):
    """The answer to a change. The page asks what the network is like whenever it has connected, which is no change."""
    return page.expect_response(
        lambda response: response.url.endswith("/api/network") and response.request.method == "PUT"
    )


def test_a_very_bad_network_is_chosen_and_taken_back(page: Page, own, screenshots):
    complaints = []
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    open_settings(page, own)
    expect(preset(page, "Good")).to_be_checked()
    expect(slider(page, "Speed of each answer")).to_have_attribute("aria-valuetext", "Unlimited")
    preset(page, "Very bad").check()
    expect(page.locator("#announcer")).to_have_text("The network is now: Very bad")
    network = ask(own)
    assert (network["latency"], network["bandwidth"], network["loss"]) == (800, 16_000, 0.1)
    assert network["faults"]["truncate"] == 0.05 and network["faults"]["redirect-loop"] == 0
    expect(slider(page, "Wait before each answer")).to_have_attribute("aria-valuetext", "800 ms")
    expect(slider(page, "Status 500")).to_have_attribute("aria-valuetext", "5%")
    screenshots.take(page, "settings.png", full_page=True)
    preset(page, "Good").check()
    expect(page.locator("#announcer")).to_have_text("The network is now: Good")
    assert ask(own)["bandwidth"] is None and not any(ask(own)["faults"].values())
    assert complaints == []


def test_each_thing_is_made_worse_by_keyboard_and_the_loads_meet_it(page: Page, own):
    open_settings(page, own)
    # By keyboard from the preset that is chosen, past the sliders above it.
    preset(page, "Good").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    fault = slider(page, "Nonsense in the place of JSON")
    while not fault.evaluate("(it) => it === document.activeElement"):
        page.keyboard.press("Tab")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.keyboard.press("End")
    expect(fault).to_have_attribute("aria-valuetext", "100%")
    expect(page.locator(".network-words")).to_have_text("A network of your own making.")
    for name in ["Good", "Mobile", "Very bad"]:
        expect(preset(page, name)).not_to_be_checked()
    page.get_by_role("link", name="Music").click()
    expect(page.get_by_role("alert")).to_contain_text("The chart did not load")
    page.go_back()
    expect(slider(page, "Nonsense in the place of JSON")).to_have_attribute("aria-valuetext", "100%")
    preset(page, "Good").check()
    expect(page.locator("#announcer")).to_have_text("The network is now: Good")
    page.get_by_role("link", name="Music").click()
    expect(cards(page).first).to_be_visible()


def test_the_same_network_is_no_news_in_another_language(page: Page, own):
    """What was there was remembered by its name, which was another one after the language was changed."""
    open_settings(page, own)
    preset(page, "Mobile").check()
    expect(page.locator("#announcer")).to_have_text("The network is now: Mobile")
    page.locator("#main").get_by_role("radio", name="Tiếng Việt").check()
    page.evaluate("""
      window.heard = [];
      new MutationObserver(() => heard.push(announcer.textContent)).observe(announcer, { childList: true });
    """)
    with page.expect_response("**/api/network"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    # It is asked again a second later: by then the first answer has been taken.
    with page.expect_response("**/api/network"):
        pass
    ask(own, {"latency": 7})
    expect(page.locator("#announcer")).to_have_text("Mạng bây giờ: Tự chọn")
    assert [text for text in page.evaluate("heard") if text] == ["Mạng bây giờ: Tự chọn"]


def test_two_pages_agree_whoever_changes_it(open_context, own):
    one, other = (open_context().new_page() for _ in range(2))
    for page in (one, other):
        open_settings(page, own)
        expect(page.locator("#connection")).to_have_attribute("data-status", "live")
        expect(preset(page, "Good")).to_be_checked()
    preset(one, "Mobile").check()
    expect(preset(other, "Mobile")).to_be_checked()
    preset(other, "Very bad").check()
    expect(preset(one, "Very bad")).to_be_checked()
    # A program, which knows values of its own.
    ask(own, {"latency": 7, "bandwidth": 12_345, "faults": {"reset": 0.123}})
    for page in (one, other):
        expect(slider(page, "Wait before each answer")).to_have_attribute("aria-valuetext", "7 ms")
        expect(slider(page, "Speed of each answer")).to_have_attribute("aria-valuetext", "12 kB a second")
        expect(slider(page, "Connection reset in the middle")).to_have_attribute("aria-valuetext", "12.3%")
    # It lies between its neighbours among the steps.
    speed = slider(one, "Speed of each answer")
    speed.press("ArrowLeft")
    expect(speed).to_have_attribute("aria-valuetext", "16 kB a second")
    expect(slider(other, "Speed of each answer")).to_have_attribute("aria-valuetext", "16 kB a second")
    assert ask(own)["latency"] == 7, "the rest is as it was"


def test_of_changes_in_quick_succession_the_last_one_stays(page: Page, own):
    open_settings(page, own)
    held: list[Route] = []

    def next_change() -> Route:
        while not held:
            page.evaluate("new Promise(requestAnimationFrame)")
        return held.pop(0)

    page.route("**/api/network", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    wait = slider(page, "Wait before each answer")
    wait.press("ArrowRight")
    first = next_change()
    for _ in range(4):
        wait.press("ArrowRight")
    # Not before the first one has been answered: on their way at once, the older could come last.
    assert json.loads(first.request.post_data)["latency"] == 20 and held == []
    first.continue_()
    last = next_change()
    assert json.loads(last.request.post_data)["latency"] == 300
    expect(wait).to_have_attribute("aria-valuetext", "300 ms")
    with expect_change(page):
        last.continue_()
    expect(wait).to_have_attribute("aria-valuetext", "300 ms")
    assert ask(own)["latency"] == 300


def test_a_change_is_made_though_the_reader_goes_to_another_screen(page: Page, own):
    open_settings(page, own)
    held: list[Route] = []

    def hold_first(route: Route):
        if route.request.method != "PUT" or held:
            return route.continue_()
        held.append(route)

    page.route("**/api/network", hold_first)
    wait = slider(page, "Wait before each answer")
    with page.expect_request(lambda request: request.method == "PUT"):
        wait.press("ArrowRight")
    wait.press("ArrowRight")
    expect(wait).to_have_attribute("aria-valuetext", "50 ms")
    page.get_by_role("link", name="Music").click()
    expect(cards(page).first).to_be_visible()
    with page.expect_event("requestfinished", lambda request: '"latency":50' in (request.post_data or "")):
        held[0].continue_()
    assert ask(own)["latency"] == 50


def test_what_is_refused_is_said_and_not_shown_as_if_it_were_so(page: Page, own):
    open_settings(page, own)
    with expect_change(page):
        slider(page, "Status 500").press("End")
    with expect_change(page) as refusal:
        slider(page, "Redirect to itself").press("End")
    assert refusal.value.status == 422
    expect(page.get_by_role("alert")).to_contain_text("add up to more than 1")
    expect(slider(page, "Redirect to itself")).to_have_attribute("aria-valuetext", "0%")
    expect(slider(page, "Status 500")).to_have_attribute("aria-valuetext", "100%")
    preset(page, "Good").check()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_the_page_has_asked_before_a_change_does_not_take_the_change_back(page: Page, own):
    """The page asks again whenever it is connected. An answer from before a change put the sliders back, and the next
    change was made of those: it took the first one back."""
    open_settings(page, own)
    wait = slider(page, "Wait before each answer")
    expect(wait).to_have_attribute("aria-valuetext", "0 ms")
    before = ask(own)
    held: list[Route] = []
    page.route("**/api/network", lambda route: held.append(route) if route.request.method == "GET" else route.continue_())
    page.evaluate("dispatchEvent(new Event('online'))")
    while not held:
        page.evaluate("new Promise(requestAnimationFrame)")
    with expect_change(page):
        slider(page, "Status 500").press("End")
    expect(slider(page, "Status 500")).to_have_attribute("aria-valuetext", "100%")
    with page.expect_response(lambda response: response.request.method == "GET"):
        held.pop(0).fulfill(json=before)
    with expect_change(page):
        wait.press("ArrowRight")
    network = ask(own)
    assert (network["latency"], network["faults"]["error500"]) == (20, 1)


def test_what_others_change_meanwhile_is_seen_even_where_ones_own_change_is_refused(page: Page, own):
    open_settings(page, own)
    expect(page.locator("#connection")).to_have_attribute("data-status", "live")
    held: list[Route] = []
    page.route("**/api/network", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    # Told of at the same time; the page hears of it while its own change is on its way.
    page.evaluate("""async () => {
      const events = new EventSource("api/events?topics=network");
      window.told = new Promise((resolve) => events.addEventListener("network", resolve, { once: true }));
      await new Promise((resolve) => events.addEventListener("open", resolve));
    }""")
    slider(page, "Status 500").press("End")
    while not held:
        page.evaluate("new Promise(requestAnimationFrame)")
    ask(own, {"latency": 7})
    page.evaluate("window.told.then(() => true)")
    problem = {"type": "about:blank", "title": "Unprocessable", "status": 422, "detail": "That cannot be."}
    held.pop().fulfill(status=422, json=problem, headers={"Content-Type": "application/problem+json"})
    expect(slider(page, "Wait before each answer")).to_have_attribute("aria-valuetext", "7 ms")
    expect(slider(page, "Status 500")).to_have_attribute("aria-valuetext", "0%")


def test_a_server_before_the_real_servers_says_that_it_has_no_such_network(page: Page, start):
    server = start("serve", "--upstream", "real").address
    open_settings(page, server)
    expect(page.get_by_text("--upstream embedded")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("radio", name="English")).to_be_checked()


def test_without_a_network_of_its_own_the_page_says_so_and_asks_again(page: Page, own):
    page.route("**/api/network", lambda route: route.abort())
    open_settings(page, own)
    expect(page.get_by_role("alert")).to_contain_text("The server is out of reach")
    page.unroute("**/api/network")
    page.get_by_role("button", name="Try again").click()
    expect(preset(page, "Good")).to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_language_and_theme_are_those_of_the_head_and_of_other_pages(open_context, own):
    context = open_context(color_scheme="light")
    page, other = context.new_page(), context.new_page()
    open_settings(page, own)
    other.goto(own)
    expect(cards(other).first).to_be_visible()
    page.get_by_role("radio", name="Tiếng Việt").check()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Cài đặt")
    expect(page.get_by_role("radio", name="VI", exact=True)).to_be_checked()
    expect(other.locator("html")).to_have_attribute("lang", "vi")
    expect(other.get_by_role("heading", level=1)).to_contain_text("Album")
    other.get_by_role("radio", name="EN", exact=True).check()
    expect(page.get_by_role("radio", name="English")).to_be_checked()
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("radio", name="Dark").check()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(background) == other.evaluate(background) != light
    # From dark to the system's, by the button of the head.
    other.get_by_role("button", name="Theme").click()
    expect(page.get_by_role("radio", name="As the system")).to_be_checked()
    assert page.evaluate(background) == light
    page.reload()
    expect(page.get_by_role("radio", name="As the system")).to_be_checked()


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("text_size", ["100%", "200%"])
def test_a_phone_never_scrolls_sideways(open_context, own, screenshots, language, text_size):
    page = open_context(locale=language, color_scheme="dark", **PHONE).new_page()
    page.goto(f"{own}/?screen=settings")
    expect(page.get_by_role("slider")).to_have_count(12)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text_size)
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    name = f"settings-phone-{language}-{text_size.rstrip('%')}.png"
    screenshots.take(page, name, full_page=True)
    # In the menu, as every screen is.
    page.get_by_role("button", name=re.compile("Menu|Trình đơn")).click()
    expect(page.get_by_role("link", name=re.compile("Settings|Cài đặt"))).to_have_attribute("aria-current", "page")
