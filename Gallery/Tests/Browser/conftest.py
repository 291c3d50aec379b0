"""What the browser tests share: the browser, the servers, and pages that are watched for complaints."""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from gallery import PATIENCE, Gallery

# Runs before the page's own scripts in every document, so that not even the first violation is missed.
WATCH_VIOLATIONS = """
  document.addEventListener("securitypolicyviolation", (event) => {
    complain(`${event.violatedDirective} ${event.blockedURI}`);
  });
"""

expect.set_options(timeout=20_000)


def pytest_addoption(parser):
    parser.addoption("--pictures-only", action="store_true", help="run the tests that take pictures, and no others")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--pictures-only"):
        items[:] = [item for item in items if "screenshots" in item.fixturenames]


class Screenshots:
    """Takes pictures for people to look at, where there is a folder for them."""

    def __init__(self, folder: Path | None):
        self._folder = folder
        if folder:
            folder.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str, *, full_page: bool = False):
        if self._folder:
            page.screenshot(path=self._folder / name, full_page=full_page, animations="disabled")


@pytest.fixture(scope="session")
def screenshots(pytestconfig) -> Screenshots:
    """Only where somebody has asked for them, by GALLERY_SCREENSHOTS or --pictures-only: nobody looks at most."""
    folder = os.environ.get("GALLERY_SCREENSHOTS")
    if not folder and pytestconfig.getoption("--pictures-only"):
        folder = Path(__file__).parent / "screenshots"
    return Screenshots(Path(folder) if folder else None)


@pytest.fixture(scope="session")
def browser():
    # Without the sandbox, which needs privileges that a container does not give; without a GPU; and without
    # /dev/shm, whose few megabytes in a container crash the tab. Names that nobody can own (RFC 2606) lead to this
    # machine: sites of somebody else's.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell"),
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--host-resolver-rules=MAP *.example 127.0.0.1",
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def start(tmp_path_factory):
    """Starts programs, and ends them after the test, the last one first."""
    with ExitStack() as running:

        def start(command: str, *options: str) -> Gallery:
            data = [] if command == "upstream" else ["--data", str(tmp_path_factory.mktemp("data"))]
            program = Gallery(command, *data, *options)
            running.callback(program.end)
            return program

        yield start


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server for the tests of one file, each of which leaves it as it was: to start one for each takes longer."""
    program = Gallery("serve", "--retries", "0", "--data", str(tmp_path_factory.mktemp("data")))
    yield program.address
    program.end()


@pytest.fixture
def own(start) -> str:
    """A server of the test's own: its library and its timeline are empty, and no other test sees its network."""
    return start("serve", "--retries", "0").address


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The server with its embedded upstream, for all the tests that ask nothing special of it."""
    program = Gallery("serve", "--data", str(tmp_path_factory.mktemp("data")))
    yield program.address
    program.end()


@pytest.fixture
def serve_from(start):
    """Starts a server that asks an upstream with faults for its music, once; gives both."""

    def serve_from(*faults: str) -> tuple[str, Gallery]:
        upstream = start("upstream", *faults)
        source = ["--music-base", upstream.address, "--allow-private-addresses"]
        server = start("serve", *source, "--retries", "0")
        return server.address, upstream

    return serve_from


@pytest.fixture
def open_context(browser: Browser):
    """Makes browser windows with a language, a size or a colour scheme of their own, and hears what their pages do wrong."""
    opened: list[BrowserContext] = []
    complaints: list[str] = []

    def open_context(*, reports: str = "", **options) -> BrowserContext:
        """reports: What its pages are meant to report as an error, in a test of that."""
        defaults = {"locale": "en-US", "viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(**defaults | options)
        context.set_default_timeout(PATIENCE * 1000)
        context.expose_binding("complain", lambda source, words: complaints.append(f"{source['page'].url}: {words}"))
        context.add_init_script(WATCH_VIOLATIONS)

        def hear(error):
            if not reports or reports not in str(error.error):
                complaints.append(f"{error.page and error.page.url}: {error.error}")

        context.on("weberror", hear)
        opened.append(context)
        return context

    yield open_context
    for context in opened:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_context) -> Page:
    return open_context().new_page()
