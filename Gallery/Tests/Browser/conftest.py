"""What the browser tests share: the browser, the servers, and pages that are watched for complaints."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from gallery import PATIENCE, Gallery

# Runs before the page's own scripts in every document, so that not even the first violation is missed.
WATCH_VIOLATIONS = """
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(`${event.violatedDirective} ${event.blockedURI}`);
  });
"""

expect.set_options(timeout=20_000)


def pytest_addoption(parser):
    parser.addoption("--pictures-only", action="store_true", help="run the tests that take pictures, and no others")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--pictures-only"):
        items[:] = [item for item in items if "screenshots" in item.fixturenames]


@pytest.fixture(scope="session")
def screenshots() -> Path:
    folder = Path(os.environ.get("GALLERY_SCREENSHOTS", Path(__file__).parent / "screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


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
    """Starts programs, and stops them after the test, the last one first."""
    running: list[Gallery] = []

    def start(command: str, *options: str) -> Gallery:
        data = [] if command == "upstream" else ["--data", str(tmp_path_factory.mktemp("data"))]
        running.append(Gallery(command, *data, *options))
        return running[-1]

    yield start
    for program in reversed(running):
        program.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The server with its embedded upstream, for all the tests that ask nothing special of it."""
    program = Gallery("serve", "--data", str(tmp_path_factory.mktemp("data")))
    yield program.address
    program.stop()


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
    """Makes browser windows with a language, a size or a colour scheme of their own."""
    opened: list[BrowserContext] = []

    def open_context(**options) -> BrowserContext:
        defaults = {"locale": "en-US", "viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(**defaults | options)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(WATCH_VIOLATIONS)
        opened.append(context)
        return context

    yield open_context
    for context in opened:
        context.close()


@pytest.fixture
def page(open_context) -> Page:
    return open_context().new_page()
