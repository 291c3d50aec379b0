"""The photos screen in the words of a reader."""

from playwright.sync_api import APIResponse, Locator, Page, Response, expect

# Notes every message at the end of a batch that is ever on the page, however briefly.
WATCH_ENDINGS = """
  window.endings = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) {
      const title = node instanceof Element ? node.querySelector(".ending h2, :scope > .panel-words h2") : null;
      if (title && node.closest(".photos-ending")) window.endings.push(title.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
"""


def open_photos(page: Page, server: str, batch: str | None = None):
    page.goto(f"{server}/?screen=photos" + (f"&batch={batch}" if batch else ""))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Photos")


def start(page: Page, *addresses: str) -> str:
    """Fills in addresses, starts their batch, and gives its number."""
    page.get_by_label("Addresses of photos").fill("\n".join(addresses))
    # A page that has just opened asks for the batches there are at the same address.
    with page.expect_response(is_answer_to_order) as answer:
        page.get_by_role("button", name="Load").click()
    return number(answer.value)


def is_answer_to_order(answer: Response) -> bool:
    return answer.url.endswith("/api/photos") and answer.request.method == "POST"


def order(page: Page, server: str, **order) -> str:
    """Starts a batch without the page, and gives its number."""
    return number(page.request.post(f"{server}/api/photos", data=order))


def number(answer: Response | APIResponse) -> str:
    reply = answer.json()
    assert "batch" in reply, f"{answer.status}: {reply}"
    return reply["batch"]


def tiles(page: Page, status: str | None = None) -> Locator:
    return page.locator(f'.tile[data-status="{status}"]' if status else ".tile")


def ending(page: Page) -> Locator:
    return page.locator(".ending")


def fact(page: Page, name: str) -> Locator:
    return page.locator(f".batch-fact-{name} dd")


def state(page: Page, server: str, batch: str) -> dict:
    """How the batch is, as the server has it."""
    return page.request.get(f"{server}/api/photos/{batch}").json()
