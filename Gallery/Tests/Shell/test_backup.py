"""`gallery backup` and `gallery restore` as a person runs them: under a server at work, and killed (SIGKILL) on the way."""

import hashlib
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from conftest import ROOT, SHELL_ENVIRONMENT


def gallery(binary, *arguments, code=0):
    result = subprocess.run(
        [binary, *map(str, arguments)], cwd=ROOT, env=SHELL_ENVIRONMENT, capture_output=True, text=True, timeout=120
    )
    assert result.returncode == code, result.stdout + result.stderr
    return result


def summary(result):
    return json.loads(result.stdout)["summary"]


@contextmanager
def server(binary, data):
    command = [binary, "serve", "--port", "0", "--json", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = json.loads(process.stdout.readline())["listening"]
        # A pipe that nobody reads would stop it.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield address
    finally:
        process.terminate()
        assert process.wait(timeout=20) == 0


def ask(address, method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = Request(address + path, data, {"Content-Type": "application/json"}, method=method)
    with urlopen(request, timeout=60) as answer:
        return answer.read()


def make_library(path: Path, things: int, size: int):
    """Rows and files, put there by another program than ours into what ours has made."""
    with closing(sqlite3.connect(path / "gallery.sqlite")) as database, database:
        for number in range(things):
            content = random.Random(number).randbytes(size)
            name = f"{path.name}-{number}.jpg"
            (path / "gallery-files" / name).write_bytes(content)
            database.execute(
                "INSERT INTO saved (url, content, savedAt, place, kind, title, words, file, mediaType, bytes, digest)"
                " VALUES (?, '{}', 0, ?, 'photo', ?, ?, ?, 'image/jpeg', ?, ?)",
                (f"/{path.name}/{number}", number + 100, f"{path.name} {number}", f"{path.name} {number}", name, size,
                 hashlib.sha256(content).hexdigest()),
            )


def check_whole(path: Path):
    """Every row has its file, whole and right, as another program reads them."""
    with closing(sqlite3.connect(path / "gallery.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = database.execute("SELECT file, digest FROM saved WHERE file IS NOT NULL").fetchall()
    for name, digest in rows:
        assert hashlib.sha256((path / "gallery-files" / name).read_bytes()).hexdigest() == digest
    return len(rows)


@pytest.fixture
def libraries(binary, tmp_path):
    """Two libraries with things of their own, and the backup of the second."""
    for name in ("old", "new"):
        gallery(binary, "library", "--data", tmp_path / name)
    make_library(tmp_path / "old", 30, 20_000)
    make_library(tmp_path / "new", 60, 100_000)
    backup = tmp_path / "new.backup"
    written = summary(gallery(binary, "backup", backup, "--data", tmp_path / "new", "--json"))
    assert written == {"rows": 61, "files": 60, "bytes": 6_000_000}
    return tmp_path / "old", backup


def test_what_is_restored_is_what_was_kept(binary, libraries, tmp_path):
    _, backup = libraries
    restored = summary(gallery(binary, "restore", backup, "--data", tmp_path / "third", "--json"))
    assert restored == {"rows": 61, "files": 60, "bytes": 6_000_000}
    assert check_whole(tmp_path / "third") == 60
    lines = gallery(binary, "library", "--data", tmp_path / "third", "--json").stdout.splitlines()
    assert json.loads(lines[-1])["summary"]["found"] == 60


def test_a_person_can_look_into_it_without_us(libraries):
    _, backup = libraries
    with closing(sqlite3.connect(backup)) as database:
        name, digest = database.execute("SELECT file, digest FROM saved ORDER BY id LIMIT 1").fetchone()
        (content,) = database.execute("SELECT content FROM backupFile WHERE name = ?", (name,)).fetchone()
    assert hashlib.sha256(content).hexdigest() == digest


def test_nothing_that_is_there_is_replaced_unless_it_is_said(binary, libraries):
    old, backup = libraries
    refused = gallery(binary, "backup", backup, "--data", old, code=1)
    assert str(backup) in refused.stderr and not refused.stdout
    refused = gallery(binary, "restore", backup, "--data", old, code=1)
    assert "--replace" in refused.stderr and check_whole(old) == 30
    gallery(binary, "restore", backup, "--data", old, "--replace")
    assert check_whole(old) == 60
    assert summary(gallery(binary, "backup", backup, "--replace", "--data", old, "--json"))["files"] == 60
    for name in ("gallery.sqlite", "gallery.sqlite-wal"):
        refused = gallery(binary, "backup", old / name, "--replace", "--data", old, code=1)
        assert "belongs to the library" in refused.stderr and check_whole(old) == 60


def test_where_there_is_nothing_there_is_no_backup_and_no_library(binary, tmp_path):
    refused = gallery(binary, "backup", tmp_path / "b", "--data", tmp_path / "none", code=1)
    assert "There is no library" in refused.stderr and list(tmp_path.iterdir()) == []
    (tmp_path / "text").write_text("no backup")
    refused = gallery(binary, "restore", tmp_path / "text", "--data", tmp_path / "none", code=1)
    assert "is no backup of Gallery" in refused.stderr and not (tmp_path / "none").exists()
    gallery(binary, "restore", "", code=2)


def test_a_server_keeps_its_library_to_itself_and_lets_a_backup_be_made(binary, libraries, tmp_path):
    old, backup = libraries
    with server(binary, old) as address:
        ask(address, "POST", "/api/models", {"urls": ["/articles/1.json"]})
        refused = gallery(binary, "restore", backup, "--replace", "--data", old, code=1)
        assert "is open in another program" in refused.stderr
        # Things go while they are copied.
        things = json.loads(ask(address, "GET", "/api/library?limit=30"))
        ids = [thing["id"] for thing in next(value for value in things.values() if isinstance(value, list))]
        stop = threading.Event()

        def delete():
            for number in ids:
                if stop.wait(0.02):
                    return
                ask(address, "DELETE", f"/api/library/{number}")

        deleting = threading.Thread(target=delete)
        deleting.start()
        counts = []
        for turn in range(4):
            path = tmp_path / f"turn-{turn}"
            counts.append(summary(gallery(binary, "backup", path, "--data", old, "--json"))["files"])
        stop.set()
        deleting.join()
    assert counts == sorted(counts, reverse=True) and counts[-1] < 30, f"things went meanwhile: {counts}"
    for turn, count in enumerate(counts):
        place = tmp_path / f"restored-{turn}"
        assert summary(gallery(binary, "restore", tmp_path / f"turn-{turn}", "--data", place, "--json"))["files"] == count
        assert check_whole(place) == count


def kill_midway(command, longest, chance):
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.random() * longest)
    process.kill()
    return process.wait(timeout=10)


def duration(command):
    begun = time.monotonic()
    subprocess.run([str(word) for word in command], check=True, capture_output=True, timeout=60)
    return time.monotonic() - begun


def test_a_restore_that_is_killed_leaves_the_old_library_or_the_new_one(binary, libraries, tmp_path):
    old, backup = libraries
    seed = random.randrange(1 << 32)
    print(f"seed {seed}", file=sys.stderr)
    chance = random.Random(seed)
    longest = duration([binary, "restore", backup, "--data", tmp_path / "timed"])
    seen = {30: 0, 60: 0}
    killed = 0
    for turn in range(24):
        place = tmp_path / f"killed-{turn}"
        shutil.copytree(old, place)
        killed += kill_midway([binary, "restore", backup, "--replace", "--data", place], longest * 1.1, chance) != 0
        count = check_whole(place)
        assert count in seen
        seen[count] += 1
        # Whoever opens it takes away what is left of the other one.
        gallery(binary, "library", "--data", place)
        assert not list(place.glob(".*"))
        assert check_whole(place) == count == len(list((place / "gallery-files").iterdir()))
        gallery(binary, "restore", backup, "--replace", "--data", place)
        assert check_whole(place) == 60
        assert not list(place.glob(".*"))
        shutil.rmtree(place)
    assert killed >= 8, "it was killed at work"
    assert seen[30] > 0


def test_a_backup_that_is_killed_is_whole_or_not_there(binary, libraries, tmp_path):
    old, _ = libraries
    seed = random.randrange(1 << 32)
    print(f"seed {seed}", file=sys.stderr)
    chance = random.Random(seed)
    killed = 0
    place = tmp_path / "killed.backup"
    longest = duration([binary, "backup", place, "--data", old])
    place.unlink()
    for _ in range(12):
        killed += kill_midway([binary, "backup", place, "--data", old], longest * 1.1, chance) != 0
        if place.exists():
            gallery(binary, "restore", place, "--replace", "--data", tmp_path / "of-killed")
            assert check_whole(tmp_path / "of-killed") == 30
            place.unlink()
    assert killed >= 4, "it was killed at work"
    # Whether one has left something is chance: here something is left in any case.
    (tmp_path / ".killed.backup.part").write_bytes(b"half")
    gallery(binary, "backup", place, "--data", old)
    assert not list(tmp_path.glob(".*")), "what was left is taken away by the next"
