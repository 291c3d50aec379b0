"""The server's account of loads, told by a test in the server's place."""

import json

from playwright.sync_api import Page, Route, expect


class Account:
    """A stream of events that says nothing until the test tells it what, and then ends."""

    def __init__(self, page: Page):
        self._page = page
        self._streams: list[Route] = []
        page.route("**/api/events?**", lambda route: self._streams.append(route))

    def tell(self, *loads: dict):
        """Tells of loads, one after the other, and waits until the page has heard of all."""
        events = [f"event: load\ndata: {json.dumps(load)}\n\n" for load in loads]
        self._streams[0].fulfill(body="".join(events), content_type="text/event-stream")
        expect(self._page.locator(".connection-text")).to_have_text("Not live")


def ended(name: str | int, label: str, milliseconds: int) -> dict:
    """A load that has succeeded."""
    facts = {"completed": 1, "total": 1, "milliseconds": milliseconds, "error": None}
    return {"load": name, "label": label, "state": "succeeded"} | facts
