"""A server with a password, in a real browser: with scripts and without, in both languages, on a telephone."""

import re
import socket
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Page, expect

PASSWORD = "mèo con & 3"

# What was chosen on the page is in its address, and is kept on the way.
AT_LOGIN = re.compile(r"/login(\?.*)?$")


@pytest.fixture
def closed(start, tmp_path):
    """Starts a server that asks for the password."""

    def closed(*options: str) -> str:
        file = tmp_path / "password"
        file.write_text(PASSWORD + "\n")
        file.chmod(0o600)
        return start("serve", "--password-file", str(file), *options).address

    return closed


def sign_in(page: Page, password: str = PASSWORD):
    page.fill("#password", password)
    page.keyboard.press("Enter")


def test_a_reader_is_asked_for_the_password_and_comes_back_to_what_was_wanted(closed, page, screenshots):
    address = closed()
    page.goto(f"{address}/?screen=covers&filter=sepia")
    expect(page).to_have_url(f"{address}/login?screen=covers&filter=sepia")
    expect(page.get_by_role("heading", level=1)).to_have_text("Come in")
    expect(page.locator("#password")).to_be_focused()
    screenshots.take(page, "login.png")
    sign_in(page, "dog")
    expect(page.get_by_role("alert")).to_have_text("That is not the password. Try again.")
    expect(page.locator("#password")).to_have_attribute("aria-invalid", "true")
    screenshots.take(page, "login-wrong.png")
    sign_in(page)
    expect(page).to_have_url(f"{address}/?screen=covers&filter=sepia")
    expect(page.locator("#connection")).to_have_attribute("data-status", "live")


def test_it_works_without_a_script(closed, open_context):
    address = closed()
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"{address}/?screen=gifs")
    sign_in(page)
    expect(page).to_have_url(f"{address}/?screen=gifs")
    expect(page.locator(".noscript").first).to_be_visible()


def test_it_comes_in_the_language_of_the_reader_and_in_the_other(closed, open_context, screenshots):
    address = closed()
    page = open_context(locale="vi-VN", viewport={"width": 360, "height": 720}, color_scheme="dark").new_page()
    page.goto(f"{address}/?screen=music")
    expect(page.get_by_role("heading", level=1)).to_have_text("Mời vào")
    sign_in(page, "chó")
    expect(page.get_by_role("alert")).to_have_text("Mật khẩu không đúng. Hãy thử lại.")
    screenshots.take(page, "login-vi-phone-dark.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Come in")
    sign_in(page)
    # The page may have added what it shows by then.
    expect(page).to_have_url(re.compile(re.escape(address) + r"/\?(.*&)?screen=music$"))
    # The language that was chosen last is the page's, and stays when it is loaded again.
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    # Which is in a menu here.
    page.locator("#sign-out").evaluate("(button) => button.click()")
    expect(page.get_by_role("heading", level=1)).to_have_text("Come in")


def test_the_theme_that_was_chosen_before_is_that_of_the_login(closed, page):
    address = closed()
    page.goto(f"{address}/login")
    page.evaluate("localStorage.setItem('gallery.theme', 'dark')")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_one_who_signs_out_has_to_come_in_again(closed, page):
    address = closed()
    page.goto(address)
    sign_in(page)
    expect(page.locator("#connection")).to_have_attribute("data-status", "live")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(AT_LOGIN)
    page.goto(f"{address}/?screen=photos")
    expect(page).to_have_url(f"{address}/login?screen=photos")


def test_a_page_whose_session_has_ended_asks_for_the_password_by_itself(closed, open_context):
    address = closed()
    context = open_context()
    page, other = context.new_page(), context.new_page()
    page.goto(f"{address}/?screen=models")
    sign_in(page)
    expect(page.locator("#connection")).to_have_attribute("data-status", "live")
    other.goto(address)
    other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(AT_LOGIN)
    # Its stream of events has ended, and another one is refused.
    expect(page).to_have_url(f"{address}/login?screen=models")


def test_nothing_of_a_session_can_be_read_by_a_script(closed, page):
    address = closed()
    page.goto(address)
    sign_in(page)
    expect(page.locator("#sign-out")).to_be_visible()
    assert page.evaluate("document.cookie") == "gallery-signed-in=1"
    cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
    assert cookies["gallery-session"]["httpOnly"]
    assert cookies["gallery-session"]["sameSite"] == "Lax"


def test_without_a_password_there_is_nothing_to_sign_out_of(page, server):
    page.goto(server)
    expect(page.locator("#help")).to_be_visible()
    expect(page.locator("#sign-out")).to_be_hidden()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server}/login")


def test_below_a_prefix_all_of_it_stays_there(closed, page):
    """Asked with the prefix, as by a proxy that hands it on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    root = f"http://127.0.0.1:{port}"
    assert closed("--port", str(port), "--public-url", f"{root}/gallery") == f"{root}/gallery"
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{root}/gallery?screen=music")
    expect(page).to_have_url(f"{root}/gallery/login?screen=music")
    sign_in(page)
    expect(page).to_have_url(f"{root}/gallery/?screen=music")
    expect(page.locator("#connection")).to_have_attribute("data-status", "live")
    picture = page.locator("#main img").first
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    assert len(asked) > 20
    assert [url for url in asked if url.startswith("http") and not url.startswith(f"{root}/gallery")] == []


def test_what_was_written_is_still_there_when_the_password_was_asked_for_and_not_for_the_next_one(closed, page):
    address = closed()
    page.goto(f"{address}/?screen=photos")
    sign_in(page)
    page.get_by_label("Addresses of photos").fill("https://images.example/1.jpg")
    # The session ends elsewhere, and the next thing that is asked for says so.
    page.context.clear_cookies()
    page.get_by_role("button", name=re.compile("Load 1")).click()
    expect(page).to_have_url(AT_LOGIN)
    sign_in(page)
    expect(page.get_by_label("Addresses of photos")).to_have_value("https://images.example/1.jpg")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(AT_LOGIN)
    page.goto(f"{address}/login?screen=photos")
    sign_in(page)
    expect(page.get_by_label("Addresses of photos")).to_have_value("")


def test_what_was_written_is_forgotten_in_every_window_when_one_signs_out(closed, open_context):
    address = closed()
    context = open_context()
    page, other = context.new_page(), context.new_page()
    page.goto(f"{address}/?screen=photos")
    sign_in(page)
    page.get_by_label("Addresses of photos").fill("https://images.example/1.jpg")
    other.goto(address)
    other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(AT_LOGIN)
    expect(page).to_have_url(AT_LOGIN)
    sign_in(page)
    expect(page.get_by_label("Addresses of photos")).to_have_value("")


def test_what_was_written_is_forgotten_where_a_window_stood_at_the_password_while_another_signed_out(closed, open_context):
    address = closed()
    context = open_context()
    page, other = context.new_page(), context.new_page()
    page.goto(f"{address}/?screen=photos")
    sign_in(page)
    page.get_by_label("Addresses of photos").fill("https://images.example/1.jpg")
    # Opened when the first window is known to be in: a moment earlier it was asked for the password, too.
    other.goto(address)
    page.goto(f"{address}/login?screen=photos")
    other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(AT_LOGIN)
    page.reload()
    sign_in(page)
    expect(page.get_by_label("Addresses of photos")).to_have_value("")


def test_one_who_cannot_be_signed_out_is_told(closed, open_context, screenshots):
    """The button did nothing, and nothing was said: the next one at the machine was in."""
    address = closed()
    page = open_context(viewport={"width": 320, "height": 568}).new_page()
    page.goto(address)
    sign_in(page)
    page.route("**/logout", lambda route: route.abort())
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("alert")).to_contain_text("You are still signed in")
    expect(page.get_by_role("alert")).to_contain_text("The server is out of reach")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    screenshots.take(page, "login-still.png")
    page.unroute("**/logout")
    page.get_by_role("button", name="Try again").click()
    expect(page).to_have_url(AT_LOGIN)


def test_a_window_in_the_background_that_was_signed_out_keeps_what_is_written_in_it_afterwards(closed, open_context):
    """It went on where another had signed out and in again meanwhile, and forgot all that was written since."""
    address = closed()
    context = open_context()
    page, other = context.new_page(), context.new_page()
    page.goto(f"{address}/?screen=photos")
    sign_in(page)
    expect(page.locator("#connection")).to_have_attribute("data-status", "live")
    # Its own stream would tell it where it is looked at.
    page.route("**/api/**", lambda route: route.fulfill(status=503, body=""))
    other.goto(address)
    with page.expect_navigation(url=AT_LOGIN):
        other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_url(AT_LOGIN)
    with other.expect_navigation():
        sign_in(other)
    # Not before: it would ask between the two, and go to the login itself.
    page.unroute("**/api/**")
    page.reload()
    expect(page).to_have_url(f"{address}/?screen=photos")
    page.get_by_label("Addresses of photos").fill("https://images.example/1.jpg")
    page.reload()
    expect(page.get_by_label("Addresses of photos")).to_have_value("https://images.example/1.jpg")
