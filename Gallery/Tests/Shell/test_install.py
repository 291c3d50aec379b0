"""What `make install` puts on a machine, run where the build is not; and what `make run` says before it builds.

A copied program found its page in the folder of the build, by that folder's name, and died without a sentence once
that was gone.
"""

import os
import re
import shutil
import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from conftest import ROOT, run
from gallery import Gallery

PREFIX = "/opt/gallery"


@pytest.fixture(scope="module")
def installed(binary, tmp_path_factory) -> Path:
    """Where `make install` has put everything."""
    folder = tmp_path_factory.mktemp("machine")
    result = run("make", "install", f"PREFIX={PREFIX}", f"DESTDIR={folder}", GALLERY_BIN=str(binary))
    assert result.returncode == 0, result.stderr
    return Path(f"{folder}{PREFIX}")


@pytest.fixture
def no_build(binary):
    """Takes the build's folder away for as long as the test lasts."""
    away = binary.parent.with_name(binary.parent.name + ".away")
    binary.parent.rename(away)
    yield
    away.rename(binary.parent)


def get(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


def test_everything_is_there_and_readable_by_all(installed):
    files = {str(file.relative_to(installed)) for file in installed.rglob("*") if file.is_file()}
    page = {f"share/gallery/Public/{file.relative_to(ROOT / 'Gallery/Public')}"
            for file in (ROOT / "Gallery/Public").rglob("*") if file.is_file()}
    assert len(page) > 50
    others = {"bin/gallery", "share/man/man1/gallery.1", "lib/systemd/system/gallery.service"}
    assert files == page | others
    assert all(file.stat().st_mode & 0o444 == 0o444 for file in installed.rglob("*"))


def test_it_serves_its_page_without_the_build(installed, no_build, monkeypatch, tmp_path):
    monkeypatch.setenv("GALLERY_BIN", str(installed / "bin/gallery"))
    server = Gallery("serve", "--data", str(tmp_path))
    try:
        assert get(server.address + "/") == (ROOT / "Gallery/Public/index.html").read_bytes()
        assert get(server.address + "/modules/main.js") == (ROOT / "Gallery/Public/modules/main.js").read_bytes()
        assert b'"items"' in get(server.address + "/api/music?limit=1")
    finally:
        assert server.stop() == 0


def test_it_is_found_by_way_of_a_link(installed, no_build, monkeypatch, tmp_path):
    link = tmp_path / "gallery"
    link.symlink_to(installed / "bin/gallery")
    monkeypatch.setenv("GALLERY_BIN", str(link))
    server = Gallery("serve", "--data", str(tmp_path))
    try:
        assert b"<title>" in get(server.address + "/")
    finally:
        assert server.stop() == 0


def test_a_program_that_was_copied_without_its_page_says_so(binary, tmp_path):
    alone = shutil.copy(binary, tmp_path)
    result = run(alone, "serve", "--port", "0", "--data", tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "The page's files are not beside the program; build it again, or install it with make install.\n"
    )
    # Everything else needs no page.
    assert run(alone, "clock", "--ticks", "1", "--every", "1ms").returncode == 0


def test_the_manual_page_has_every_command(installed):
    manual = installed / "share/man/man1/gallery.1"
    shown = subprocess.run(["man", "--pager=cat", manual], capture_output=True, text=True)
    text = shown.stdout if shown.returncode == 0 else manual.read_text().replace("\\-", "-")
    help = run(installed / "bin/gallery", "--help").stdout.split("SUBCOMMANDS:")[1]
    commands = re.findall(r"^  ([a-z]+) ", help, re.MULTILINE)
    assert {"serve", "gifs", "upstream"} <= set(commands)
    usages = [f"USAGE: gallery {command}" for command in commands]
    for words in [*usages, "--per-host", "Exit codes: 0 all succeeded"]:
        assert words in text
    # A line that begins with a dot would be an order to the formatter, and be left out.
    lines = manual.read_text().splitlines()
    assert {line.split()[0] for line in lines if line.startswith((".", "'"))} == {".TH", ".SH", ".nf", ".fi"}


def test_the_unit_starts_what_is_installed(installed):
    unit = (installed / "lib/systemd/system/gallery.service").read_text()
    assert f"ExecStart={PREFIX}/bin/gallery serve --data %S/gallery" in unit
    assert "@" not in unit


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here to look at the unit")
def test_systemd_finds_nothing_wrong_with_the_unit(installed, tmp_path):
    text = (installed / "lib/systemd/system/gallery.service").read_text()
    # Its program has to be where it says.
    unit = tmp_path / "gallery.service"
    unit.write_text(text.replace(f"{PREFIX}/bin/gallery", str(installed / "bin/gallery")))
    result = run("systemd-analyze", "verify", "--man=no", unit)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    unit.write_text(text.replace("ProtectClock", "ProtectClok"))
    assert "ProtectClok" in run("systemd-analyze", "verify", "--man=no", unit).stderr


def test_the_unit_can_neither_become_another_user_nor_write_elsewhere(installed):
    unit = (installed / "lib/systemd/system/gallery.service").read_text().splitlines()
    for line in ["DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes", "UMask=0077",
                 "CapabilityBoundingSet=", "StateDirectory=gallery", "EnvironmentFile=-/etc/gallery.conf"]:
        assert line in unit


def test_installing_again_leaves_nothing_of_the_version_before(binary, tmp_path):
    def install():
        assert run("make", "install", f"PREFIX={tmp_path}", GALLERY_BIN=str(binary)).returncode == 0

    install()
    old = tmp_path / "share/gallery/Public/old.js"
    old.touch()
    other = tmp_path / "share/other"
    other.touch()
    install()
    assert not old.exists() and other.exists()


@pytest.mark.parametrize(
    ("prefix", "sentence"),
    [
        ("opt", "PREFIX=opt is no absolute path"),
        ("/opt/a b", "has a space in it"),
        # The unit came out broken.
        ("/opt/a&b", "has a sign in it that means something else"),
        ("/opt/%n", "has a sign in it that means something else"),
        ("/proc/nothing", '/proc/nothing cannot be written to; use sudo, as in: sudo env "PATH=$PATH" make install; or'),
    ],
)
def test_where_nothing_can_be_installed_it_is_said(binary, prefix, sentence):
    result = run("scripts/install-gallery.sh", PREFIX=prefix, GALLERY_BIN=str(binary))
    assert result.returncode == 1
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "[::1]", "::"])
def test_a_port_that_is_taken_is_told_before_the_build(host):
    """It was told after minutes of building."""
    version = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(version) as other:
        other.bind(("::1" if ":" in host else "127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run("make", "run", f"HOST={host}", f"PORT={port}")
    assert result.returncode != 0
    assert f"port {port} of {host} is taken by another program; choose another" in result.stderr
    assert result.stdout == ""


def test_a_program_that_is_there_is_installed_without_a_swift_that_could_build_it(binary, clone, tmp_path):
    """It was built already, and Swift was asked for all the same."""
    path = f"{clone.parent / 'bin'}:{os.environ['PATH']}"
    prefix = tmp_path / "prefix"
    result = run("scripts/install-gallery.sh", PREFIX=str(prefix), GALLERY_BIN=str(binary), PATH=path, SWIFT_VERSION="5.10")
    assert result.returncode == 0, result.stderr
    assert (prefix / "bin/gallery").exists()


def test_the_manual_page_is_the_same_whatever_the_environment_says_to_the_server(installed, binary, tmp_path):
    """It had no commands: the program took its variables for options, and its help for that of serve."""
    result = run("make", "install", f"PREFIX={PREFIX}", f"DESTDIR={tmp_path}", GALLERY_BIN=str(binary), GALLERY_PORT="9000")
    assert result.returncode == 0, result.stderr
    page = "share/man/man1/gallery.1"
    assert Path(f"{tmp_path}{PREFIX}", page).read_text() == (installed / page).read_text()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "[::]"])
def test_a_cluster_is_not_served_under_every_address(host):
    """It answered 421 to everybody, after minutes of building."""
    result = run("make", "run-cluster", f"HOST={host}")
    assert result.returncode != 0
    assert f"HOST={host} is every address of this machine, and people come under one" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("offset", [0, 1, 3])
def test_a_stranger_is_not_taken_for_a_server_of_a_cluster(offset):
    """Whatever listened at its port was one, while the server had ended."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        result = run("make", "run-cluster", f"PORT={taken - offset}", "N=3")
    assert result.returncode != 0
    assert re.search(r"is taken by another program; choose another", result.stderr), result.stderr
    assert result.stdout == ""


# Stands in for the compiler, which takes minutes: writes down that it was called, and makes a program.
SWIFT = """#!/bin/sh
if [ "$1" = --version ]; then echo "Swift version ${SWIFT_VERSION:-6.3.1} (swift-RELEASE)"; exit; fi
echo "$@" >>swift.log
mkdir -p Gallery/.build/release
printf '#!/bin/sh\necho "$@"\n' >Gallery/.build/release/gallery
chmod +x Gallery/.build/release/gallery
"""


@pytest.fixture
def clone(tmp_path) -> Path:
    """A repository with little in it, and the stand-in on the path."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "scripts", clone / "scripts")
    shutil.copytree(ROOT / "Gallery/Public", clone / "Gallery/Public")
    for file in ["Makefile", "Package.swift", "Gallery/Package.swift", "Gallery/Sources/main.swift", "Sources/a.swift"]:
        (clone / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "Makefile", clone / file)
    swift = tmp_path / "bin/swift"
    swift.parent.mkdir()
    swift.write_text(SWIFT)
    swift.chmod(0o755)
    return clone


def start_in(clone: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = f"{clone.parent / 'bin'}:{os.environ['PATH']}"
    return run("make", "-C", clone, "run", PATH=path, GALLERY_BIN="", **environment)


@pytest.mark.parametrize(("version", "is_taken"), [("5.10", False), ("6.1", False), ("6.2.4", False), ("6.10", True), ("7.0-dev", True)])
def test_a_swift_that_is_too_old_is_told_before_the_build(clone, version, is_taken):
    """It was said to do, and the build broke off in what others have written."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = start_in(clone, PORT=str(port), SWIFT_VERSION=version)
    assert (result.returncode == 0) == is_taken, result.stderr
    assert (clone / "swift.log").exists() == is_taken
    assert is_taken or f"Swift {version} is too old; install Swift 6.3 or later" in result.stderr


def test_the_name_of_the_machine_is_not_taken_for_an_address(clone):
    """Some shells have it in HOST, and so has conda a name of a system."""
    for environment, host in [({}, "127.0.0.1"), ({"GALLERY_HOST": "127.0.0.2"}, "127.0.0.2")]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        result = start_in(clone, PORT=str(port), HOST="x86_64-conda-linux-gnu", **environment)
        assert f"serve --host {host} --port {port}" in result.stdout, result.stderr


def test_a_second_start_builds_nothing(clone):
    """It asked the build system, which took ten seconds to find nothing to do."""

    def start() -> tuple[str, int]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        result = start_in(clone, PORT=str(port))
        assert result.returncode == 0, result.stderr
        assert f"serve --host 127.0.0.1 --port {port}" in result.stdout
        builds = (clone / "swift.log").read_text().splitlines()
        return builds[-1], len(builds)

    words, _ = start()
    assert "--configuration release" in words and "--product gallery" in words
    assert start()[1] == 1
    for changed in ["Sources/a.swift", "Gallery/Sources/main.swift", "Gallery/Public/index.html", "Gallery/Package.swift"]:
        before = (clone / "Gallery/.build/release/gallery").stat().st_mtime
        os.utime(clone / changed, (before + 1, before + 1))
        count = start()[1]
        os.utime(clone / changed, (before - 1, before - 1))
        assert start()[1] == count
    assert count == 5
    (clone / "Gallery/Public/icon.svg").unlink()
    assert start()[1] == 6, "what is gone is a change, too"
