"""`gallery migrate`, and the other commands about a library, where that is in PostgreSQL."""

import fcntl
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT, SHELL_ENVIRONMENT
from test_backup import check_whole, duration, gallery, kill_midway, make_library, server, summary

SUMMARY = {"rows": 61, "files": 60, "bytes": 6_000_000}


@pytest.fixture(scope="module")
def postgres(tmp_path_factory):
    """The address of a server with no databases of ours in it."""
    folder = tmp_path_factory.mktemp("postgres")
    for place in [folder, *folder.parents][:3]:
        place.chmod(0o711)
    process = subprocess.Popen(
        [ROOT / "scripts/postgres.sh", folder / "data"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    )
    yield f"postgres://errands:errands@127.0.0.1:{process.stdout.readline().strip()}"
    process.stdin.close()
    process.wait(timeout=30)


@pytest.fixture
def database(postgres, monkeypatch):
    """A database of its own, which GALLERY_DATABASE names."""
    name = f"gallery{random.randrange(1 << 48)}"
    subprocess.run(["psql", "--quiet", f"{postgres}/postgres", "-c", f"CREATE DATABASE {name}"], check=True)
    monkeypatch.setitem(SHELL_ENVIRONMENT, "GALLERY_DATABASE", f"{postgres}/{name}")
    return f"{postgres}/{name}"


@pytest.fixture
def library(binary, tmp_path):
    folder = tmp_path / "library"
    gallery(binary, "library", "--data", folder)
    make_library(folder, 60, 100_000)
    return folder


def listed(result):
    return [line.get("title") for line in map(json.loads, result.stdout.splitlines()) if "title" in line]


def test_a_library_is_taken_along_and_back(binary, database, library, tmp_path):
    to = gallery(binary, "migrate", "--from", "sqlite", "--to", "postgres", "--data", library, "--json")
    assert summary(to) == SUMMARY
    # Without a folder, all of these are about the database.
    assert listed(gallery(binary, "library", "--json")) == listed(gallery(binary, "library", "--json", "--data", library))
    written = gallery(binary, "library", "--limit", "3", "--to", tmp_path / "files", "--json")
    assert json.loads(written.stdout.splitlines()[-1])["summary"]["written"] == 3
    back = gallery(binary, "migrate", "--from", database, "--to", f"sqlite:{tmp_path / 'back'}", "--json")
    assert summary(back) == SUMMARY and check_whole(tmp_path / "back") == 60


def test_a_backup_of_one_kind_is_restored_to_the_other(binary, database, library, tmp_path):
    assert summary(gallery(binary, "backup", tmp_path / "a", "--data", library, "--json")) == SUMMARY
    assert summary(gallery(binary, "restore", tmp_path / "a", "--json")) == SUMMARY
    assert summary(gallery(binary, "backup", tmp_path / "b", "--database", database, "--json")) == SUMMARY
    assert summary(gallery(binary, "restore", tmp_path / "b", "--data", tmp_path / "third", "--json")) == SUMMARY
    assert check_whole(tmp_path / "third") == 60
    refused = gallery(binary, "restore", tmp_path / "a", code=1)
    assert "--replace" in refused.stderr and "errands:errands" not in refused.stderr
    assert summary(gallery(binary, "restore", tmp_path / "a", "--replace", "--json")) == SUMMARY


def test_what_a_killed_one_has_left_goes_with_the_next(binary, database, library, tmp_path, monkeypatch):
    """A copy of the whole library stayed in the temporary folder for ever."""
    temporary = tmp_path / "temporary"
    left, used = (temporary / f"gallery-copy-{name}" for name in ("left", "used"))
    for folder in (left, used):
        folder.mkdir(parents=True)
        (folder / "backup").write_text("a library")
    monkeypatch.setitem(SHELL_ENVIRONMENT, "TMPDIR", str(temporary))
    assert summary(gallery(binary, "backup", tmp_path / "a", "--data", library, "--json")) == SUMMARY
    user = os.open(used, os.O_RDONLY)
    fcntl.flock(user, fcntl.LOCK_EX)
    assert summary(gallery(binary, "restore", tmp_path / "a", "--json")) == SUMMARY
    os.close(user)
    assert list(temporary.glob("gallery-*")) == [used]


def test_no_server_may_be_running_on_either(binary, database, library, tmp_path):
    # In a folder the server is told of no database.
    del SHELL_ENVIRONMENT["GALLERY_DATABASE"]
    order = ["migrate", "--from", f"sqlite:{library}", "--to", database]
    with server(binary, library):
        assert "is open in another program" in gallery(binary, *order, code=1).stderr
    gallery(binary, *order)
    command = [binary, "serve", "--port", "0", "--json", "--data", tmp_path / "cache", "--database", database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    process.stdout.readline()
    for order in [[*order, "--replace"], ["migrate", "--from", database, "--to", f"sqlite:{tmp_path / 'x'}"]]:
        assert "is open in another program" in gallery(binary, *order, code=1).stderr
    assert not (tmp_path / "x").exists()
    # A backup may be made meanwhile.
    assert summary(gallery(binary, "backup", tmp_path / "b", "--database", database, "--json")) == SUMMARY
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_where_there_is_nothing_nothing_is_made(binary, database, tmp_path):
    for order in [
        ["migrate", "--from", "sqlite", "--to", "postgres", "--data", tmp_path / "none"],
        ["migrate", "--from", "postgres", "--to", "sqlite", "--data", tmp_path / "none"],
        ["backup", tmp_path / "b"],
    ]:
        assert "There is no library" in gallery(binary, *order, code=1).stderr
    assert list(tmp_path.iterdir()) == []
    tables = subprocess.run(["psql", "-Atc", "\\dt", database], check=True, capture_output=True, text=True)
    assert not tables.stdout


@pytest.mark.parametrize(
    "places",
    [
        ["sqlite", "sqlite"], ["sqlite", "elsewhere"], ["sqlite:", "postgres"], ["", "postgres"],
        ["sqlite", "postgres://host"], ["postgres", "postgres"],
        # The sentence had the password in it.
        ["sqlite", "postgress://errands:errands@host/x"], ["errands:errands@host/x", "sqlite"],
    ],
)
def test_places_that_are_none_are_refused(binary, database, places):
    refused = gallery(binary, "migrate", "--from", places[0], "--to", places[1], code=2)
    assert "--from" in refused.stderr or "--to" in refused.stderr
    assert "errands:errands" not in refused.stderr


def test_a_scheme_may_be_written_as_one_likes(binary, database, library):
    """It was refused, and told with its password."""
    address = database.replace("postgres://", "Postgres://")
    assert summary(gallery(binary, "migrate", "--from", f"sqlite:{library}", "--to", address, "--json")) == SUMMARY


@pytest.mark.parametrize("folder", ["/proc/none", "/dev/null"])
def test_a_folder_for_temporary_files_that_is_none_is_told(binary, database, library, tmp_path, monkeypatch, folder):
    """It was told as “Error Domain=NSCocoaErrorDomain Code=513”."""
    gallery(binary, "migrate", "--from", f"sqlite:{library}", "--to", database)
    monkeypatch.setitem(SHELL_ENVIRONMENT, "TMPDIR", folder)
    refused = gallery(binary, "migrate", "--from", database, "--to", f"sqlite:{tmp_path / 'x'}", code=1)
    assert f"The folder {folder}/gallery-copy-" in refused.stderr and "which TMPDIR names" in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_one_that_is_killed_has_taken_all_of_it_or_nothing(binary, database, library, tmp_path):
    chance = random.Random(seed := random.randrange(1 << 32))
    print(f"seed {seed}", file=sys.stderr)
    order = [binary, "migrate", "--from", f"sqlite:{library}", "--to", database, "--replace"]
    longest = duration(order)
    gallery(binary, "migrate", "--from", f"sqlite:{make_small(binary, tmp_path)}", "--to", database, "--replace")
    seen = {30: 0, 60: 0}
    for _ in range(6):
        kill_midway(order, longest * 1.1, chance)
        # Its transaction is taken back when the database has noticed.
        count = until_alone(binary, database, tmp_path / "check")
        seen[count] += 1
        if count == 60:
            gallery(binary, "migrate", "--from", f"sqlite:{tmp_path / 'small'}", "--to", database, "--replace")
    assert seen[30] > 0, seen


def make_small(binary, folder: Path):
    gallery(binary, "library", "--data", folder / "small")
    make_library(folder / "small", 30, 20_000)
    return folder / "small"


def until_alone(binary, database, folder: Path):
    """How many files there are, whole, once nobody else is at it."""
    order = [binary, "migrate", "--from", database, "--to", f"sqlite:{folder}", "--replace"]
    deadline = time.monotonic() + 30
    while (result := subprocess.run(order, capture_output=True, text=True, timeout=60)).returncode:
        assert "is open in another program" in result.stderr and time.monotonic() < deadline, result.stderr
    return check_whole(folder)
