"""The chart: shown, chosen, filtered, shared."""

import re

from playwright.sync_api import Page, expect

from music import CARDS, cards, expect_headline, item, names, open_chart, serve_items

EVERY_COVER_IS_LOADED = """
  () => [...document.querySelectorAll(".card img")].every((image) => image.naturalWidth > 0)
"""


def test_the_chart_is_shown_with_every_cover_and_without_a_complaint(page: Page, server, screenshots):
    complaints = []
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))

    with page.expect_response(re.compile("/api/music")) as answer:
        response = open_chart(page, server)
    expect_headline(page, "Albums", "United States")
    covered = [entry for entry in answer.value.json()["items"] if entry["artworkURL"]]
    assert len(covered) > 1
    # Covers are fetched when they come into sight: bring each there. One that fails leaves no image behind,
    # so they are counted against what the server promised.
    for card in cards(page).all():
        card.scroll_into_view_if_needed()
    expect(page.locator(f"{CARDS} .artwork.is-loaded")).to_have_count(len(covered))
    page.wait_for_function(EVERY_COVER_IS_LOADED)
    page.evaluate("scrollTo(0, 0)")
    screenshots.take(page, "music.png")
    screenshots.take(page, "music-full.png", full_page=True)

    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert complaints == []


def test_a_card_tells_rank_name_artist_and_links_to_a_new_tab(page: Page, server):
    serve_items(page, item(1, name="Chúng Ta", artist="Sơn Tùng", explicit=True, genres=["V-Pop", "Music"]))
    open_chart(page, server)
    card = cards(page).first
    expect(card.locator(".card-rank")).to_have_text("1")
    expect(card.get_by_role("link", name="Chúng Ta")).to_have_attribute("href", "https://music.example/1")
    expect(card.get_by_role("link")).to_have_attribute("target", "_blank")
    expect(card.get_by_role("link")).to_have_attribute("rel", re.compile("noopener"))
    expect(card.locator(".card-artist")).to_have_text("Sơn Tùng")
    expect(card.locator(".explicit")).to_contain_text("Explicit")
    expect(card.locator(".card-facts")).to_contain_text("V-Pop")
    expect(card.locator("time")).to_have_text("Oct 1, 2026")


def test_another_country_loads_its_own_chart(page: Page, server):
    open_chart(page, server)
    with page.expect_response(re.compile(r"/api/music\?.*country=vn")) as answer:
        page.get_by_label("Country").select_option("vn")
    expect_headline(page, "Albums", "Vietnam")
    expect(cards(page).first).to_be_visible()
    assert names(page) == [entry["name"] for entry in answer.value.json()["items"]]


def test_songs_number_and_style_are_asked_of_the_server(page: Page, server):
    open_chart(page, server)
    with page.expect_response(re.compile("kind=songs")):
        page.get_by_role("radio", name="Songs").check()
    expect_headline(page, "Songs", "United States")
    with page.expect_response(re.compile("limit=10&kind=songs")):
        page.get_by_label("Number").select_option("10")
    for style in ["async", "closure", "delegate", "group", "stream", "promise", "bolts", "operation", "publisher"]:
        with page.expect_response(re.compile(f"limit=10&kind=songs&style={style}")) as answer:
            page.get_by_label("Style").select_option(style)
        assert answer.value.status == 200, f"the style {style} did not load"
        expect(cards(page).first).to_be_visible()
    expect(cards(page)).to_have_count(len(answer.value.json()["items"]))


def test_the_address_is_a_link_to_the_same_chart_and_the_back_button_works(page: Page, server):
    open_chart(page, server, "/?country=fr&kind=songs&limit=10&filter=a")
    expect_headline(page, "Songs", "France")
    expect(page.get_by_label("Filter")).to_have_value("a")
    expect(page.get_by_label("Number")).to_have_value("10")

    page.get_by_label("Country").select_option("jp")
    expect_headline(page, "Songs", "Japan")
    assert "country=jp" in page.url
    page.go_back()
    expect_headline(page, "Songs", "France")
    expect(page.get_by_label("Country")).to_have_value("fr")
    page.go_forward()
    expect_headline(page, "Songs", "Japan")


def test_an_address_with_nonsense_in_it_still_shows_a_chart(page: Page, server):
    open_chart(page, server, "/?country=%3Cscript%3E&kind=cheese&limit=-3&style=yelling&screen=nowhere")
    expect_headline(page, "Albums", "United States")
    expect(page.get_by_label("Number")).to_have_value("25")


def test_the_filter_finds_names_without_their_marks(page: Page, server):
    serve_items(page, item(1), item(2, name="Đường Về Nhà"), item(3, artist="Björk"))
    open_chart(page, server)
    search = page.get_by_label("Filter")
    search.fill("duong VE")
    expect(cards(page)).to_have_count(1)
    expect(cards(page).locator(".card-rank")).to_have_text("2")
    search.fill("bjork")
    expect(cards(page).locator(".card-rank")).to_have_text("3")
    search.fill("nothing like it")
    expect(page.get_by_role("heading", name="No match")).to_be_visible()
    page.get_by_role("button", name="Clear the filter").click()
    expect(cards(page)).to_have_count(3)
    expect(search).to_be_focused()


def test_an_empty_chart_says_so(page: Page, server):
    serve_items(page)
    page.goto(server)
    expect(page.get_by_role("heading", name="An empty chart")).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)


def test_text_from_a_feed_is_never_read_as_markup(page: Page, server):
    hostile = "<img src=x onerror='window.harmed = true'>"
    addresses = {"url": "javascript:window.harmed=true", "artworkURL": "//evil.example/x"}
    serve_items(page, item(1, name=hostile, artist=hostile, **addresses))
    open_chart(page, server)
    expect(cards(page).locator(".card-artist")).to_have_text(hostile)
    expect(cards(page).locator("a")).to_have_count(0)
    expect(cards(page).locator("img")).to_have_count(0)
    assert page.evaluate("window.harmed") is None


def test_one_item_is_one(page: Page, server):
    serve_items(page, item(1))
    open_chart(page, server)
    expect(page.locator("#announcer")).to_have_text("1 item loaded")
    expect(page.locator(".headline-facts")).to_contain_text("1 item")


def test_a_name_from_right_to_left_turns_nothing_around_but_itself(page: Page, server):
    serve_items(page, item(1, name="شمس (2024)", artist="فيروز"), item(2))
    open_chart(page, server)
    first = cards(page).first
    for part in (".card-name", ".card-artist"):
        expect(first.locator(part)).to_have_css("direction", "rtl")
    expect(cards(page).nth(1).locator(".card-name")).to_have_css("direction", "ltr")


def test_dates_are_written_as_in_the_readers_own_country(open_context, server):
    """Every reader of English had American dates."""
    page = open_context(locale="en-GB").new_page()
    serve_items(page, item(1, releaseDate="2026-10-01"))
    open_chart(page, server)
    expect(cards(page).first.locator("time")).to_have_text("1 Oct 2026")
