"""What pages of other sites try with a server on this machine, in a real browser.

The browser is told that every name under .example is this machine, as a name server can be told by whoever owns the
name. A page whose name was made to lead here read the library, deleted from it and had ports scanned; a form on another
site's page started batches.
"""

import json
import socket
import urllib.request

import pytest

from foreign import ForeignSite

ORDER = '{"urls":["/photos/1.jpg"]}'

# The name of the field is all of the body but its end, which is what makes a form's plain text JSON.
FORM = """<!doctype html><form method="post" enctype="text/plain" action="{target}/api/photos">
<input name='{{"urls":["/photos/1.jpg"],"x":"' value='"}}'></form>"""


def batches(address: str) -> list:
    with urllib.request.urlopen(f"{address}/api/photos") as answer:
        return json.load(answer)["batches"]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@pytest.fixture
def foreign():
    """Makes sites of somebody else's."""
    sites: list[ForeignSite] = []

    def foreign(page: str) -> ForeignSite:
        sites.append(ForeignSite(page))
        return sites[-1]

    yield foreign
    for site in sites:
        site.stop()


@pytest.fixture
def named(start):
    """A server on a name of its own, over plain HTTP: browsers do not say there which site asks (Sec-Fetch-Site)."""
    port = free_port()
    address = f"http://gallery.example:{port}"
    start("serve", "--port", str(port), "--public-url", address)
    return address, f"http://127.0.0.1:{port}"


def test_a_name_that_was_made_to_lead_here_gets_nothing(page, start):
    server = start("serve").address
    rebound = server.replace("127.0.0.1", "evil.example")
    for path in ["/", "/api/library", "/api/photos", "/api/events", "/modules/main.js"]:
        answer = page.goto(rebound + path)
        assert answer.status == 421
        assert "--public-url" in answer.json()["detail"]
    # The page is of the server's own origin now, as far as the browser knows: nothing keeps it from asking.
    statuses = page.evaluate(
        """async (order) => {
            const asked = [
                ["api/library"], ["api/library/1", { method: "DELETE" }],
                ["api/photos", { method: "POST", headers: { "Content-Type": "application/json" }, body: order }],
            ];
            const answers = await Promise.all(asked.map(([path, options]) => fetch("/" + path, options)));
            return answers.map((answer) => answer.status);
        }""",
        ORDER,
    )
    assert statuses == [421, 421, 421]
    assert batches(server) == []


def test_a_form_of_another_site_starts_nothing(page, start, foreign):
    server = start("serve").address
    site = foreign(FORM.format(target=server))
    page.goto(f"http://evil.example:{site.port}/")
    with page.expect_navigation() as navigation:
        page.evaluate("document.forms[0].submit()")
    assert navigation.value.status == 403
    assert "Another site" in page.text_content("body")
    assert batches(server) == []


def test_nor_does_it_where_the_browser_does_not_say_which_site_asks(page, named, foreign):
    address, direct = named
    site = foreign(FORM.format(target=address))
    page.goto(f"http://evil.example:{site.port}/")
    with page.expect_request(f"{address}/api/photos") as request, page.expect_navigation() as navigation:
        page.evaluate("document.forms[0].submit()")
    assert "sec-fetch-site" not in request.value.all_headers()
    assert navigation.value.status == 403
    assert batches(direct) == []


def test_a_script_of_another_site_starts_nothing_and_reads_nothing(page, named, foreign):
    address, direct = named
    site = foreign("<!doctype html><title>Elsewhere</title>")
    page.goto(f"http://evil.example:{site.port}/")
    outcomes = page.evaluate(
        """async ([address, order]) => {
            const send = (type, mode) => fetch(`${address}/api/photos`, {
                method: "POST", mode, headers: { "Content-Type": type }, body: order,
            });
            const asked = [
                send("text/plain", "no-cors"), send("text/plain", "cors"), send("application/json", "cors"),
                fetch(`${address}/api/library`), fetch(`${address}/api/photos`, { method: "DELETE" }),
            ];
            const settled = await Promise.allSettled(asked);
            return settled.map((one) => one.status === "fulfilled" ? one.value.type : "refused");
        }""",
        [address, ORDER],
    )
    assert outcomes == ["opaque", "refused", "refused", "refused", "refused"]
    assert batches(direct) == []


def test_another_site_cannot_show_the_page_in_a_frame(page, start, foreign):
    server = start("serve").address
    site = foreign(f'<!doctype html><iframe src="{server}/"></iframe>')
    with (
        page.expect_event("framenavigated", lambda frame: frame.url.startswith("chrome-error:")),
        page.expect_console_message(lambda message: "frame-ancestors" in message.text),
    ):
        # Neither has to have come by the time at which the page around the frame says that it is loaded.
        page.goto(f"http://evil.example:{site.port}/", wait_until="load")


def test_the_page_itself_may_do_all_of_it(page, named):
    address, direct = named
    page.goto(address)
    status = page.evaluate(
        """async (order) => (await fetch("api/photos", {
            method: "POST", headers: { "Content-Type": "application/json" }, body: order,
        })).status""",
        ORDER,
    )
    assert status == 202
    assert len(batches(direct)) == 1
