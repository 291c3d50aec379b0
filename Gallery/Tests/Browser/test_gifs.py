"""The search for GIFs: found, paged, shared, moving or still, refused, left."""

import re

import pytest
from playwright.sync_api import Page, expect

from gifs import cards, expect_focus_on, expect_found, hit, keyword, names, open_gifs, picture, serve_hits
from helpers import HORIZONTAL_OVERFLOW, PHONE, WATCH_JUMPS
from own_loads import Account, ended



@pytest.fixture
def search_at(start, monkeypatch):
    """Starts a server that searches at an upstream of its own, with a key; gives both."""

    def search_at(*options: str, key: str = "any"):
        monkeypatch.setenv("GIPHY_API_KEY", key)
        upstream = start("upstream", *options)
        server = start("serve", "--giphy", upstream.address, "--allow-private-addresses", "--retries", "0")
        return server.address, upstream

    return search_at


def wait_for_rest(page: Page):
    """Waits until the cards have arrived."""
    page.wait_for_function(
        "() => document.querySelector('.gifs').getAnimations({ subtree: true }).length === 0")


def places(page: Page) -> list[dict]:
    """Where the cards are, in the order of the list."""
    return cards(page).evaluate_all("""(all) => all.map((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      return { left, top: top + scrollY, right, bottom: bottom + scrollY };
    })""")


def test_a_search_shows_hits_that_move_without_a_complaint_or_a_jump(page: Page, server, screenshots):
    complaints = []
    page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
    page.add_init_script(WATCH_JUMPS)

    with page.expect_response(re.compile("/api/gifs")) as answer:
        open_gifs(page, server, "&q=cat")
    expect_found(page, "cat")
    hits = answer.value.json()["hits"]
    assert names(page) == [one["title"] for one in hits]
    for card in cards(page).all():
        card.scroll_into_view_if_needed()
        # What is out of sight before it has come is let go of.
        expect(card.locator(".gif-picture")).to_have_class(re.compile(r"\bis-loaded\b"))
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".gifs-mark")).to_have_text("Powered By GIPHY")
    expect(page.locator(".headline-facts")).to_contain_text(f"{answer.value.json()['found']} GIFs found")

    # It moves: what the first one looks like changes by itself.
    first = cards(page).first.locator(".gif-picture")
    before = first.screenshot()
    for _ in range(1_000):
        if first.screenshot() != before:
            break
    else:
        pytest.fail("the picture stands still")
    assert page.evaluate("window.jumped") < 0.01
    screenshots.take(page, "gifs.png")
    screenshots.take(page, "gifs-full.png", full_page=True)
    assert complaints == []


def test_what_another_page_searches_for_is_not_taken_for_ones_own(page: Page, server):
    account = Account(page)
    with page.expect_request(re.compile("/api/gifs")) as request:
        open_gifs(page, server, "&q=cat")
    expect_found(page, "cat")
    own = request.value.headers["x-load"]
    account.tell(*[ended(name, "gifs cat", took) for name, took in [(own, 4321), ("of-another", 8765), (5, 8766)]])
    expect(page.locator(".headline-facts")).to_contain_text("Loaded in 4,321 ms")


def test_a_card_tells_name_maker_rating_and_size_and_links_to_giphy(page: Page, server):
    serve_hits(page, hit(1, title="Mèo ăn mừng GIF by hoagao", rating="pg-13"), hit(2, title="Just a title"))
    open_gifs(page, server, "&q=x")
    card = cards(page).first
    link = card.get_by_role("link", name="Mèo ăn mừng")
    expect(link).to_have_attribute("href", "https://giphy.com/gifs/id1")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("rel", re.compile("noopener"))
    expect(card.locator(".gif-author")).to_have_text("hoagao")
    expect(card.locator(".gif-facts")).to_contain_text("480 × 270")
    expect(card.locator(".gif-facts")).to_contain_text("123 kB")
    expect(card.locator(".gif-rating")).to_have_attribute("title", "Rated PG-13")
    expect(cards(page).nth(1).get_by_role("heading")).to_contain_text("Just a title")
    expect(cards(page).nth(1).locator(".gif-author")).to_have_count(0)


def test_what_nobody_knows_of_a_hit_is_left_out_and_its_place_is_kept(page: Page, server):
    nothing = dict.fromkeys(["title", "url", "rating", "width", "height", "bytes", "preview", "still"])
    serve_hits(page, hit(1, **nothing), hit(2, width=10, height=100_000))
    open_gifs(page, server, "&q=x")
    bare = cards(page).first
    expect(bare.get_by_role("heading")).to_have_text("Untitled")
    expect(bare.locator(".gif-facts")).to_have_text("No picture")
    expect(bare.locator("img, a, button:visible")).to_have_count(0)
    box = bare.locator(".gif-picture").bounding_box()
    assert abs(box["width"] - box["height"]) < 2
    box = cards(page).nth(1).locator(".gif-picture").bounding_box()
    assert box["height"] <= 2.6 * box["width"], "one hit cannot fill the page"


def test_text_from_giphy_is_never_read_as_markup(page: Page, server):
    hostile = "<img src=x onerror='window.harmed = true'>"
    addresses = {"url": "javascript:window.harmed=true", "preview": "//evil.example/x", "still": "data:image/gif,x"}
    serve_hits(page, hit(1, title=hostile, rating=hostile, **addresses))
    open_gifs(page, server, "&q=x")
    expect(cards(page).get_by_role("heading")).to_have_text(hostile)
    expect(cards(page).locator("a")).to_have_count(0)
    expect(cards(page).locator("img")).to_have_count(0)
    assert page.evaluate("window.harmed") is None


def test_without_a_keyword_words_are_offered(page: Page, server, screenshots):
    open_gifs(page, server)
    expect(page.get_by_role("heading", name="What shall move?")).to_be_visible()
    screenshots.take(page, "gifs-empty.png")
    page.get_by_role("button", name="ocean").click()
    expect_found(page, "ocean")
    expect(keyword(page)).to_have_value("ocean")
    assert "q=ocean" in page.url
    page.go_back()
    expect(page.get_by_role("heading", name="What shall move?")).to_be_visible()
    expect(keyword(page)).to_have_value("")
    expect(cards(page)).to_have_count(0)


def test_nothing_found_says_so_and_offers_others(page: Page, server, screenshots):
    open_gifs(page, server, "&q=qqqq")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Giphy has nothing for “qqqq”")).to_be_visible()
    expect(page.locator(".gifs-foot")).to_be_hidden()
    screenshots.take(page, "gifs-nothing.png")
    page.get_by_role("button", name="cat").click()
    expect_found(page, "cat")


def test_typing_searches_once_the_reader_pauses_and_is_one_step_back(page: Page, server):
    open_gifs(page, server, "&q=rain")
    expect_found(page, "rain")
    asked = []
    page.on("request", lambda request: "/api/gifs" in request.url and asked.append(request.url))
    keyword(page).fill("")
    keyword(page).press_sequentially("boat", delay=20)
    expect_found(page, "boat")
    assert [re.search("q=([^&]*)", url)[1] for url in asked] == ["boat"]
    keyword(page).press("End")
    keyword(page).press_sequentially("s and")
    expect(page.locator(".headline-country")).to_have_text("boats and")
    assert "q=boats+and" in page.url
    page.go_back()
    expect_found(page, "rain")
    expect(keyword(page)).to_have_value("rain")


def test_a_further_letter_ends_the_search_before_it(page: Page, search_at):
    server, upstream = search_at("--latency", "2s")
    open_gifs(page, server)
    given_up = []
    page.on("requestfailed", lambda request: given_up.append(request.url))
    keyword(page).fill("cat")
    keyword(page).press("Enter")
    expect(page.locator("#activity")).to_contain_text("gifs cat")
    expect(page.locator(".skeleton").first).to_be_visible()
    keyword(page).fill("moon")
    expect(page.locator("#activity")).to_contain_text("gifs moon")
    left = upstream.next_line()
    assert left["path"] == "/v1/gifs/search"
    assert left["closedEarly"] is True, f"the upstream went on for nobody: {left}"
    expect_found(page, "moon")
    assert all("Moon" in name or "trăng" in name for name in names(page))
    assert [re.search("q=([^&]*)", url)[1] for url in given_up if "/api/gifs" in url] == ["cat"]


def test_pictures_that_never_come_do_not_hold_up_the_next_search(page: Page, server):
    """A browser has six connections to a server; the pictures on the page took them all."""
    open_gifs(page, server, "&q=fault:stall")
    expect_found(page, "fault:stall")
    expect(page.locator("#activity")).to_be_hidden()
    keyword(page).fill("moon")
    # Far sooner than the server gives the pictures up.
    expect(page.locator(".headline-country")).to_have_text("moon")
    expect(page.locator(".gifs-wall")).to_have_attribute("aria-busy", "false", timeout=15_000)
    expect_found(page, "moon")


def test_what_was_found_stays_while_the_next_search_is_on_its_way(page: Page, server):
    open_gifs(page, server, "&q=cat")
    expect_found(page, "cat")
    before = names(page)
    held = []
    page.route("**/api/gifs?*", lambda route: held.append(route))
    keyword(page).fill("moon")
    expect(page.locator(".headline-country")).to_have_text("moon")
    expect(page.locator(".gifs-wall")).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("progressbar", name="Searching")).to_be_visible()
    assert names(page) == before
    expect(page.locator(".headline-facts")).to_be_empty()
    held[0].continue_()
    expect_found(page, "moon")
    assert names(page) != before


def test_the_controls_stay_where_they_are_whatever_is_typed(page: Page, server):
    serve_hits(page, hit(1))
    open_gifs(page, server)
    before = page.locator(".gifs-controls").bounding_box()["y"]
    for text in ["cat", "phố cổ đêm mưa một mình lang thang khắp nơi nơi ấy", "a" * 50]:
        keyword(page).fill(text)
        keyword(page).press("Enter")
        expect_found(page, text)
        assert abs(page.locator(".gifs-controls").bounding_box()["y"] - before) < 1


def test_a_keyword_that_is_too_long_is_not_sent(page: Page, server):
    open_gifs(page, server, "&q=cat")
    expect_found(page, "cat")
    asked = []
    page.on("request", lambda request: "/api/gifs" in request.url and asked.append(request.url))
    keyword(page).fill("è" * 51)
    keyword(page).press("Enter")
    expect(page.get_by_role("heading", name="That is too long")).to_be_visible()
    expect(cards(page)).to_have_count(0)
    assert asked == []
    # Fifty of what a person counts as one, though each is several for a machine.
    keyword(page).fill("👩‍👩‍👧" * 50)
    keyword(page).press("Enter")
    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()


def test_more_comes_behind_what_is_here_and_nothing_moves(page: Page, server, screenshots):
    open_gifs(page, server, "&q=loop")
    expect_found(page, "loop")
    place = page.locator(".gifs-place")
    expect(place).to_have_text("24 of 360 GIFs")
    wait_for_rest(page)
    before, first = places(page), names(page)
    more = page.get_by_role("button", name="Show more")
    more.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    with page.expect_response(re.compile("offset=24")):
        more.click()
    expect(cards(page)).to_have_count(48)
    expect(place).to_have_text("48 of 360 GIFs")
    expect(page.locator("#announcer")).to_have_text("48 of 360 GIFs")
    assert places(page)[:24] == before
    assert names(page)[:24] == first
    assert page.evaluate("scrollY") == scrolled
    screenshots.take(page, "gifs-more.png")


def test_the_last_page_ends_the_list_and_no_hit_comes_twice(page: Page, server):
    # One that was new at Giphy has pushed the second hit to the second page.
    serve_hits(page, hit(1), hit(2), hit(2), hit(3), size=2)
    open_gifs(page, server, "&q=x")
    expect(cards(page)).to_have_count(2)
    page.get_by_role("button", name="Show more").click()
    expect(cards(page)).to_have_count(3)
    assert [name.split()[1] for name in names(page)] == ["1", "2", "3"]
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    expect(page.locator(".gifs-place")).to_have_text("3 of 4 GIFs")


def test_a_page_that_fails_leaves_the_others_and_is_tried_again(page: Page, server):
    open_gifs(page, server, "&q=loop")
    expect_found(page, "loop")
    problem = {"type": "about:blank", "title": "Bad Gateway", "status": 502, "detail": "It broke off half-way."}
    headers = {"Content-Type": "application/problem+json"}
    page.route("**/api/gifs?*", lambda route: route.fulfill(status=502, json=problem, headers=headers))
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("alert")).to_contain_text("It broke off half-way.")
    expect(cards(page)).to_have_count(24)
    page.unroute("**/api/gifs?*")
    page.get_by_role("button", name="Try again").click()
    expect(cards(page)).to_have_count(48)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_cards_never_overlap_and_columns_are_filled_evenly(page: Page, server):
    shapes = [(480, 270), (270, 480), (480, 480), (480, 360)]
    serve_hits(page, *(hit(number, width=shapes[number * 7 % 4][0], height=shapes[number * 7 % 4][1])
                       for number in range(24)))
    open_gifs(page, server, "&q=x")
    expect(cards(page)).to_have_count(24)
    wait_for_rest(page)
    for width, columns in {1280: 5, 700: 4, 360: 2}.items():
        page.set_viewport_size({"width": width, "height": 800})
        # The cards are put into their new columns a little later than the page gets its new width.
        page.wait_for_function("""(columns) => {
          const box = document.querySelector(".gifs").getBoundingClientRect();
          const cards = [...document.querySelectorAll(".gif")].map((card) => card.getBoundingClientRect());
          return cards.every((card) => card.right <= box.right + 1)
            && new Set(cards.map((card) => card.left)).size === columns;
        }""", arg=columns)
        boxes = places(page)
        for index, one in enumerate(boxes):
            for other in boxes[index + 1:]:
                apart = (one["right"] <= other["left"] or other["right"] <= one["left"]
                         or one["bottom"] <= other["top"] or other["bottom"] <= one["top"])
                assert apart, f"at {width}: {one} and {other}"
        bottoms: dict[float, float] = {}
        for box in boxes:
            bottoms[box["left"]] = max(bottoms.get(box["left"], 0), box["bottom"])
        assert len(bottoms) == columns
        assert max(bottoms.values()) - min(bottoms.values()) < 700
        # The first row is the first hits, from left to right.
        assert [box["left"] for box in boxes[:len(bottoms)]] == sorted(bottoms)


def test_the_address_is_a_link_to_the_same_search(page: Page, server):
    open_gifs(page, server, "&q=m%C3%A8o&style=stream")
    expect_found(page, "mèo")
    expect(keyword(page)).to_have_value("mèo")
    expect(page.get_by_label("Style")).to_have_value("stream")
    assert "mèo" in page.title()
    for style in ["async", "closure", "delegate", "group", "stream", "promise", "bolts", "operation", "publisher"]:
        with page.expect_response(re.compile(f"api/gifs.*style={style}")) as answer:
            page.get_by_label("Style").select_option(style)
        assert answer.value.status == 200, f"the style {style} did not load"
        expect_found(page, "mèo")
    assert "style=publisher" in page.url
    page.reload()
    expect_found(page, "mèo")


def test_another_screen_and_back_is_the_same_search(page: Page, server):
    open_gifs(page, server, "&q=moon")
    expect_found(page, "moon")
    page.get_by_role("link", name="Music").click()
    expect(page.locator(".card").first).to_be_visible()
    page.get_by_role("link", name="GIFs").click()
    expect_found(page, "moon")
    assert "q=moon" in page.url


def test_one_who_wants_no_motion_gets_stills_until_asked(open_context, server, screenshots):
    page = open_context(reduced_motion="reduce").new_page()
    serve_hits(page, hit(1), hit(2), hit(3, still=None))
    loaded = []
    page.on("request", lambda request: "/image/" in request.url and loaded.append(request.url.split("/image/")[1]))
    open_gifs(page, server, "&q=x")
    # Found by place, and so waited for: what is only counted is counted before it has come, on a busy machine.
    first, second, third = (cards(page).nth(number) for number in range(3))
    expect(page.get_by_role("switch", name="Motion")).not_to_be_checked()
    expect(first.locator(".gif-picture.is-loaded")).to_be_visible()
    assert picture(first).endswith("/image/still/1")
    expect(third.locator("img")).to_have_count(0)
    # All cards were looked at in one go: had the third's animation been asked for, it would have been by now.
    expect(second.locator(".gif-picture.is-loaded")).to_be_visible()
    assert sorted(loaded) == ["still/1", "still/2"], "no animation is loaded that nobody wants to see move"

    first.hover()
    expect(first.locator("img")).to_have_attribute("src", re.compile("preview/1"))
    second.hover()
    expect(first.locator("img")).to_have_attribute("src", re.compile("still/1"))
    page.locator("h1").hover()

    page.keyboard.press("j")
    expect_focus_on(page, first)
    expect(first.locator("img")).to_have_attribute("src", re.compile("preview/1"))
    page.keyboard.press("j")
    expect(first.locator("img")).to_have_attribute("src", re.compile("still/1"))

    play = third.get_by_role("button", name="Play: Name 3")
    play.click()
    page.locator("h1").hover()
    keyword(page).focus()
    expect(third.locator("img")).to_have_attribute("src", re.compile("preview/3"))
    third.get_by_role("button", name="Stop: Name 3").click()
    expect(third.locator("img")).to_have_count(0)


def test_a_finger_that_scrolls_past_plays_nothing(open_context, server):
    page = open_context(reduced_motion="reduce", has_touch=True, **PHONE).new_page()
    serve_hits(page, hit(1))
    open_gifs(page, server, "&q=x")
    card = cards(page).first
    card.get_by_role("button", name="Play").tap()
    expect(card.locator("img")).to_have_attribute("src", re.compile("preview/1"))
    card.get_by_role("button", name="Stop").tap()
    expect(card.locator("img")).to_have_attribute("src", re.compile("still/1"))


def test_motion_is_turned_off_and_on_for_all_and_remembered(page: Page, server):
    serve_hits(page, hit(1), hit(2))
    open_gifs(page, server, "&q=x")
    motion = page.get_by_role("switch", name="Motion")
    expect(motion).to_be_checked()
    assert picture(cards(page).first).endswith("preview/1")
    expect(cards(page).get_by_role("button")).to_have_count(0)
    page.locator("h1").hover()
    page.keyboard.press("m")
    expect(motion).not_to_be_checked()
    expect(page.locator("#announcer")).to_have_text("The pictures are still")
    expect(cards(page).first.locator("img")).to_have_attribute("src", re.compile("still/1"))
    page.reload()
    expect(motion).not_to_be_checked()
    assert picture(cards(page).first).endswith("still/1")
    motion.check()
    expect(cards(page).nth(1).locator("img")).to_have_attribute("src", re.compile("preview/2"))


def test_the_keyboard_goes_through_the_search_and_the_hits(page: Page, server):
    page.context.route("https://giphy.com/**", lambda route: route.fulfill(body="its page"))
    serve_hits(page, *(hit(number) for number in range(30)), size=20)
    open_gifs(page, server)
    page.keyboard.press("/")
    expect(keyword(page)).to_be_focused()
    page.keyboard.type("jkm/r?")
    page.keyboard.press("Enter")
    expect_found(page, "jkm/r?")
    page.keyboard.press("ArrowDown")
    expect_focus_on(page, cards(page).nth(0))
    page.keyboard.press("ArrowRight")
    expect_focus_on(page, cards(page).nth(1))
    page.keyboard.press("ArrowDown")
    expect_focus_on(page, cards(page).nth(6))
    page.keyboard.press("ArrowUp")
    expect_focus_on(page, cards(page).nth(1))
    page.keyboard.press("k")
    expect_focus_on(page, cards(page).nth(0))
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    opened.value.wait_for_url("https://giphy.com/gifs/id0")
    page.keyboard.press("End")
    expect_focus_on(page, cards(page).nth(19))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show more")).to_be_focused()
    page.keyboard.press("Enter")
    expect_focus_on(page, cards(page).nth(20))
    with page.expect_request(re.compile("/api/gifs")):
        page.keyboard.press("r")
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    expect(keyword(page)).to_have_value("")
    expect(page.get_by_role("heading", name="What shall move?")).to_be_visible()


def test_an_input_method_is_not_searched_for_before_its_word_is_done(page: Page, server):
    serve_hits(page, hit(1))
    open_gifs(page, server)
    asked = []
    page.on("request", lambda request: "/api/gifs" in request.url and asked.append(request.url))
    keyword(page).focus()
    session = page.context.new_cdp_session(page)
    page.clock.install()
    session.send("Input.imeSetComposition", {"text": "meof", "selectionStart": 4, "selectionEnd": 4})
    page.clock.run_for(2000)
    assert asked == []
    session.send("Input.insertText", {"text": "mèo"})
    page.clock.run_for(2000)
    expect_found(page, "mèo")
    assert len(asked) == 1


def test_a_limit_that_is_reached_is_waited_out(page: Page, server, screenshots):
    detail = "Giphy’s limit of requests is reached; try again after 2 seconds."
    problem = {"type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": detail}
    headers = {"Retry-After": "2", "Content-Type": "application/problem+json"}
    page.route("**/api/gifs?*", lambda route: route.fulfill(status=503, json=problem, headers=headers))
    # No time passes but what the test lets pass.
    page.clock.install(time=0)
    page.clock.pause_at("2030-01-01")
    open_gifs(page, server, "&q=cat")
    expect(page.get_by_role("alert")).to_contain_text(detail)
    button = page.get_by_role("button", name="Try again")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_text("Try again in 2 sec")
    screenshots.take(page, "gifs-limited.png")
    asked = []
    page.on("request", lambda request: "/api/gifs" in request.url and asked.append(request.url))
    keyword(page).press("Enter")
    page.clock.run_for(1999)
    expect(button).to_have_text("Try again in 1 sec")
    keyword(page).press("Enter")
    page.unroute("**/api/gifs?*")
    page.clock.run_for(1000)
    expect(button).to_have_text("Try again")
    assert asked == [], "the key for it is not pressed past the wait either"
    page.clock.resume()
    keyword(page).press("Enter")
    expect_found(page, "cat")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_key_that_giphy_does_not_know_is_explained(page: Page, search_at):
    server, _ = search_at(key="legacy-unauthorized")
    open_gifs(page, server, "&q=cat")
    expect(page.get_by_role("alert")).to_contain_text("set GIPHY_API_KEY")
    assert "legacy-unauthorized" not in page.content()


def test_a_picture_that_fails_says_so_and_can_be_loaded_again(page: Page, server):
    serve_hits(page, hit(1))
    page.route("**/image/**", lambda route: route.fulfill(status=502))
    open_gifs(page, server, "&q=x")
    card = cards(page).first
    expect(card.locator(".gif-broken")).to_have_text("It did not load.")
    expect(card.locator("img")).to_have_count(0)
    page.unroute("**/image/**")
    serve_hits(page, hit(1))
    card.get_by_role("button", name="Load again").click()
    expect(card.locator(".gif-picture.is-loaded img")).to_be_visible()
    expect(card.locator(".gif-broken")).to_be_empty()
    expect(card.get_by_role("button")).to_have_count(0)


def test_an_answer_that_is_not_a_search_is_an_error_and_not_a_blank_page(page: Page, server):
    page.route("**/api/gifs?*", lambda route: route.fulfill(body="<html>A proxy’s page</html>"))
    open_gifs(page, server, "&q=cat")
    expect(page.get_by_role("alert")).to_contain_text("could not be read")


def test_without_a_network_the_page_says_so_and_goes_on_by_itself(page: Page, server):
    open_gifs(page, server, "&q=cat")
    expect_found(page, "cat")
    page.context.set_offline(True)
    keyword(page).fill("moon")
    expect(page.get_by_role("alert")).to_contain_text("You are offline")
    page.context.set_offline(False)
    expect_found(page, "moon")


def test_leaving_the_screen_ends_the_search(page: Page, search_at):
    server, upstream = search_at("--latency", "20s")
    open_gifs(page, server)
    page.get_by_role("button", name="cat").click()
    expect(page.locator("#activity")).to_contain_text("gifs cat")
    page.get_by_role("link", name="Photos").click()
    assert upstream.next_line()["closedEarly"] is True


def test_a_vietnamese_reader_searches_in_vietnamese(open_context, server, screenshots):
    page = open_context(locale="vi-VN", color_scheme="dark").new_page()
    page.goto(f"{server}/?screen=gifs")
    page.get_by_role("button", name="mèo", exact=True).click()
    expect_found(page, "mèo")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ảnh động")
    expect(page.locator(".headline-facts")).to_contain_text("Tìm thấy")
    expect(page.get_by_role("switch", name="Chuyển động")).to_be_checked()
    page.wait_for_function("""() => {
      const seen = [...document.querySelectorAll(".gif-picture")]
        .filter((one) => one.getBoundingClientRect().top < innerHeight);
      return seen.every((one) => one.classList.contains("is-loaded"));
    }""")
    screenshots.take(page, "gifs-vietnamese-dark.png")
    page.get_by_role("radio", name="EN").check()
    expect(page.get_by_role("heading", level=1)).to_contain_text("GIFs")
    expect(cards(page).first.locator(".gif-rating")).to_have_attribute("title", re.compile("Rated"))


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("text_size", ["100%", "200%"])
def test_a_phone_never_scrolls_sideways(open_context, server, screenshots, language, text_size):
    page = open_context(locale=language, **PHONE).new_page()
    page.goto(f"{server}/?screen=gifs&q=loop")
    expect_found(page, "loop")
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text_size)
    columns = 2 if text_size == "100%" else 1
    page.wait_for_function(
        "(count) => new Set([...document.querySelectorAll('.gif')].map((one) => one.offsetLeft)).size === count",
        arg=columns,
    )
    assert page.evaluate(HORIZONTAL_OVERFLOW) <= 0
    screenshots.take(page, f"gifs-phone-{language}-{text_size.rstrip('%')}.png")
