"""What the browser has painted and what it tells assistive technology, screen by screen, in both themes and languages."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from covers import expect_covers
from gifs import expect_found
from helpers import contrast
from library import keep_chart, keep_gif, keep_photos

SCREENS = ["music", "gifs", "covers", "photos", "models", "library", "timeline", "settings"]
# What comes with a movement is half seen for a moment.
STILL = {"reduced_motion": "reduce"}
CONTROLS = {
    "button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch", "slider", "spinbutton", "tab",
    "menuitem", "progressbar", "dialog", "feed", "table", "navigation", "region", "image", "img",
}

# Every text in the window, with its colour as it is painted, whether it is large (WCAG 2.2, success criterion 1.4.3), and
# places where it lies on its ground, with nothing in front of it.
TEXTS = """() => {
  const painted = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (colour) => {
    painted.clearRect(0, 0, 1, 1);
    painted.fillStyle = colour;
    painted.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = painted.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const opacity = (node) => node ? Number(getComputedStyle(node).opacity) * opacity(node.parentElement) : 1;
  // A radio button or a switch lies unseen above the words that it stands for.
  const onTop = (x, y) => document.elementsFromPoint(x, y).find((one) => getComputedStyle(one).opacity !== "0");
  const found = [];
  const note = (node, rect, colour, words) => {
    const style = getComputedStyle(node);
    if (style.visibility !== "visible" || node.closest('[aria-disabled="true"], :disabled, .unseen, [hidden]')) return;
    const size = Number.parseFloat(style.fontSize);
    const places = [];
    for (const share of [0.02, 0.25, 0.5, 0.75, 0.98]) {
      const [x, y] = [rect.left + rect.width * share, rect.top + rect.height / 2];
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const top = onTop(x, y);
      if (top && (node === top || node.contains(top) || top.contains(node) && !top.matches("img"))) places.push([x, y]);
    }
    if (places.length === 0) return;
    const [red, green, blue, alpha] = channels(colour);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    found.push({ words: words.trim().slice(0, 60), name: node.className || node.tagName, large, places,
      ink: [red, green, blue], alpha: alpha * opacity(node) });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("script, noscript, select, option, textarea")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      if (rect.width > 2 && rect.height > 2) note(node, rect, getComputedStyle(node).color, text.data);
    }
  }
  for (const control of document.querySelectorAll("input, select, textarea")) {
    if (["radio", "checkbox", "range"].includes(control.type) || !control.checkVisibility()) continue;
    const style = getComputedStyle(control);
    const box = control.getBoundingClientRect();
    const [top, left] = ["paddingTop", "paddingLeft"].map((name) => Number.parseFloat(style[name]));
    const line = { left: box.left + left, top: box.top + top, width: 24, height: Math.min(16, box.height - top) };
    const colour = control.value || control.matches("select") ? style.color : getComputedStyle(control, "::placeholder").color;
    note(control, line, colour, control.value || control.placeholder || "");
  }
  return found;
}"""
# The page without its words: a sheet that is made by a script, as none in the page's text is allowed.
WITHOUT_WORDS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, *::placeholder { color: transparent !important; caret-color: transparent !important; }
  `);
  document.adoptedStyleSheets = [sheet];
}"""
WITH_WORDS = "() => { document.adoptedStyleSheets = []; }"


@pytest.fixture
def own(shared):
    """A server whose network is changed, and whose library has something in it."""
    return shared


def open_full(page: Page, server: str, screen: str):
    """Opens a screen, with all on it that there can be."""
    page.goto(f"{server}/?screen={screen}{'&q=cat' if screen == 'gifs' else ''}")
    expect(page.locator("main h1")).to_be_visible()
    match screen:
        case "music":
            expect(page.locator(".artwork.is-loaded").first).to_be_visible()
        case "gifs":
            expect_found(page, "cat")
            expect(page.locator(".gif-picture.is-loaded").first).to_be_visible()
        case "covers":
            expect_covers(page)
        case "photos":
            # Of all that can become of a photo.
            lines = ["/photos/1.jpg?width=200", "/photos/2/missing.jpg", "/photos/3.jpg?fault=stall", "nonsense"]
            page.locator("#photo-addresses").fill("\n".join(lines))
            page.locator(".photos-choices .action:visible").click()
            expect(page.locator('.tile[data-status="failed"]').first).to_be_visible()
            expect(page.locator(".tile img.is-loaded").first).to_be_visible()
        case "models":
            page.locator("#model-addresses").fill("/articles/1.json\n/articles/x.json")
            page.locator(".models-form .action").first.click()
            expect(page.locator('.state[data-state="failed"]')).to_be_visible()
            expect(page.locator(".saved").first).to_be_visible()
            expect(page.locator(".clock-time")).not_to_have_text("–")
        case "library":
            keep_chart(page, server)
            keep_gif(page, server)
            keep_photos(page, server, "Hoà bình")
            expect(page.locator(".thing img.is-loaded").first).to_be_visible()
        case "timeline":
            page.request.get(f"{server}/api/music?country=vn&style=promise")
            page.request.get(f"{server}/api/covers?from=3&count=1")
            expect(page.locator(".timeline-table tbody tr").nth(3)).to_be_visible()
            page.locator(".timeline-table tbody button").first.click()
            expect(page.locator(".timeline-details")).to_be_visible()
            # Held still, as it would never be the same twice.
            page.keyboard.press("p")
        case "settings":
            expect(page.get_by_role("slider").first).to_be_visible()


def contrast_seen(text: dict, ground) -> float:
    """The contrast of a text, through which its ground may be seen, to the ground."""
    alpha = text["alpha"]
    return contrast([alpha * over + (1 - alpha) * under for over, under in zip(text["ink"], ground)], ground)


def faint_texts(page: Page) -> list[str]:
    """The texts in the window that stand out too little from what is painted behind them."""
    texts, after = page.evaluate(TEXTS), None
    # What has moved while the picture was taken is not where it is in the picture.
    while texts != after:
        page.evaluate(WITHOUT_WORDS)
        ground = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        page.evaluate(WITH_WORDS)
        texts, after = page.evaluate(TEXTS), texts
    assert len(texts) > 5, "there is something to read"
    faint = []
    for text in texts:
        worst = min(contrast_seen(text, ground.getpixel((int(x), int(y)))) for x, y in text["places"])
        if worst < (3 if text["large"] else 4.5):
            faint.append(f'{worst:.2f} for “{text["words"]}” in {text["name"]}')
    return faint


def unnamed(page: Page) -> list[str]:
    """What the browser tells assistive technology of without a name."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    lacking = []
    for node in tree["nodes"]:
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "")
        properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
        isReached = properties.get("focusable") and role not in {"RootWebArea", "main", "generic", "list", "rootWebArea"}
        if node.get("ignored") or not (role in CONTROLS or isReached):
            continue
        if not name.strip() or re.search(r"undefined|null|NaN|\[object", name):
            lacking.append(f"{role} “{name}”")
    return lacking


@pytest.mark.parametrize("language", ["en-US", "vi-VN"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_text_stands_out_and_every_control_has_a_name(open_context, own, screenshots, screen, language):
    page = open_context(locale=language, color_scheme="dark", **STILL).new_page()
    open_full(page, own, screen)
    for step in range(2):
        # As when the system changes it in the evening: the page that is open follows.
        for scheme in ["dark", "light"]:
            page.emulate_media(color_scheme=scheme)
            faint = faint_texts(page)
            assert faint == [], f"{scheme}:\n" + "\n".join(faint)
            if step == 1:
                picture = f"accessible-{screen}-{scheme}-{language}.png"
                screenshots.take(page, picture)
        page.evaluate("scrollBy({ top: innerHeight * 0.8, behavior: 'instant' })")
        if screen == "covers":
            expect_covers(page)
    assert unnamed(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_dialog_the_menu_and_what_went_wrong_stand_out_too(open_context, own, scheme):
    page = open_context(color_scheme=scheme, viewport={"width": 400, "height": 900}, **STILL).new_page()
    page.route("**/api/music?*", lambda route: route.abort())
    page.goto(own)
    expect(page.get_by_role("alert")).to_be_visible()
    assert faint_texts(page) == []
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Timeline")).to_be_visible()
    assert faint_texts(page) == []
    assert unnamed(page) == []
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faint_texts(page) == []
    assert unnamed(page) == []


@pytest.mark.parametrize("screen", SCREENS)
def test_headings_are_an_outline(page: Page, own, screen):
    open_full(page, own, screen)
    levels = page.locator("main :is(h1, h2, h3, h4):visible").evaluate_all("all => all.map((one) => Number(one.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    for before, after in zip(levels, levels[1:]):
        assert after <= before + 1, levels
    assert page.title().endswith("— Gallery")


def test_there_is_a_sentence_in_both_languages_for_everything(page: Page, own):
    page.goto(own)
    one, other = page.evaluate("""async () => {
      const { english } = await import("./modules/strings/en.js");
      const { vietnamese } = await import("./modules/strings/vi.js");
      const shape = (table) => Object.entries(table).map(([key, entry]) => `${key} ${typeof entry}`).sort();
      return [shape(english), shape(vietnamese)];
    }""")
    assert one == other


def test_the_checks_notice_what_they_are_for(open_context, own):
    page = open_context(**STILL).new_page()
    open_full(page, own, "settings")
    page.evaluate("""() => {
      const hint = document.querySelector(".settings-hint");
      const { color } = getComputedStyle(hint);
      hint.style.opacity = 0.6;
      document.querySelector("#help").removeAttribute("aria-label");
      document.querySelector("#help").removeAttribute("title");
      document.querySelector("#help").replaceChildren();
    }""")
    assert any("settings-hint" in text for text in faint_texts(page))
    assert unnamed(page) == ["button “”"]
