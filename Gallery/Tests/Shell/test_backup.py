"""`gallery backup` beside a server at work, and `gallery restore` that is killed at random moments."""

import hashlib
import json
import random
import sqlite3
import subprocess
import urllib.request
from pathlib import Path

import pytest

KILLS = 12
PICTURE_BYTES = 200_000


def gallery(binary, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=60)


def listed(binary, data: Path) -> list[str]:
    lines = [json.loads(line) for line in gallery(binary, "library", "--json", "--data", data).stdout.splitlines()]
    return sorted(line["title"] for line in lines if "title" in line)


class Server:
    def __init__(self, binary, data: Path):
        command = [binary, "serve", "--port", "0", "--json", "--data", data]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = json.loads(self.process.stdout.readline())["listening"]

    def keep(self, country: str) -> None:
        body = json.dumps({"chart": {"country": country, "kind": "albums", "limit": 10}}).encode()
        request = urllib.request.Request(
            f"{self.address}/api/library", body, {"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert answer.status in (200, 201)

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=30)


@pytest.fixture
def server(binary, tmp_path):
    server = Server(binary, tmp_path / "data")
    yield server
    server.stop()


def test_a_backup_is_made_beside_a_server_at_work_and_restored_when_it_has_stopped(binary, tmp_path, server):
    data, backup = tmp_path / "data", tmp_path / "backup"
    server.keep("us")
    made = gallery(binary, "backup", backup, "--json", "--data", data)
    assert made.returncode == 0, made.stderr
    summary = json.loads(made.stdout)["summary"]
    assert set(summary) == {"rows", "files", "bytes"} and summary["rows"] == 1
    server.keep("vn")
    before = listed(binary, data)

    refused = gallery(binary, "restore", backup, "--replace", "--data", data)
    assert refused.returncode == 1
    assert "is open in another program" in refused.stderr
    assert listed(binary, data) == before and len(before) == 2

    server.stop()
    kept = gallery(binary, "restore", backup, "--data", data)
    assert kept.returncode == 1 and "--replace" in kept.stderr
    restored = gallery(binary, "restore", backup, "--replace", "--json", "--data", data)
    assert restored.returncode == 0, restored.stderr
    assert json.loads(restored.stdout)["summary"] == summary
    assert len(listed(binary, data)) == 1


def test_bad_input_is_named_and_changes_nothing(binary, tmp_path):
    (tmp_path / "text").write_text("no backup at all")
    for name, reason in [("text", "it is no database"), ("nowhere", "there is no file")]:
        result = gallery(binary, "restore", tmp_path / name, "--data", tmp_path / "data")
        assert result.returncode == 1 and reason in result.stderr and result.stdout == ""
        assert not (tmp_path / "data").exists()
    taken = gallery(binary, "backup", tmp_path / "text", "--data", tmp_path / "data")
    assert taken.returncode == 1 and "--replace" in taken.stderr
    assert (tmp_path / "text").read_text() == "no backup at all"
    assert gallery(binary, "backup").returncode == 2


def library_of(binary, folder: Path, name: str, count: int) -> Path:
    """A backup of a library of so many pictures, made with SQLite's own program."""
    backup = folder / f"{name}.backup"
    assert gallery(binary, "backup", backup, "--data", folder / f"{name}-empty").returncode == 0
    with sqlite3.connect(backup) as database:
        for number in range(count):
            content = random.Random(f"{name}{number}").randbytes(PICTURE_BYTES)
            digest = hashlib.sha256(content).hexdigest()
            file = f"{name}-{number}.jpg"
            database.execute(
                "INSERT INTO saved (url, content, savedAt, place, kind, title, words, file, mediaType, bytes, digest)"
                " VALUES (?, '{}', 1, ?, 'photo', ?, ?, ?, 'image/jpeg', ?, ?)",
                (f"/{file}", number + 1, file, name, file, len(content), digest),
            )
            database.execute("INSERT INTO backupFile VALUES (?, ?)", (file, content))
    database.close()
    return backup


def test_a_restore_that_is_killed_leaves_one_library_or_the_other_whole(binary, tmp_path):
    old, new = (library_of(binary, tmp_path, name, 20) for name in ("old", "new"))
    data = tmp_path / "data"
    titles = {name: sorted(f"{name}-{number}.jpg" for number in range(20)) for name in ("old", "new")}
    chance = random.Random(20261126)
    assert gallery(binary, "restore", old, "--data", data).returncode == 0
    killed = 0
    for _ in range(KILLS):
        restore = subprocess.Popen(
            [binary, "restore", new, "--replace", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            restore.communicate(timeout=chance.uniform(0.05, 0.6))
        except subprocess.TimeoutExpired:
            restore.kill()
            restore.communicate()
            killed += 1
        out = tmp_path / "out"
        result = gallery(binary, "library", "--to", out, "--json", "--data", data)
        assert result.returncode == 0, result.stdout + result.stderr
        found = listed(binary, data)
        assert found in titles.values()
        assert all(path.stat().st_size == PICTURE_BYTES for path in out.iterdir())
        # What was on its way has been taken away, and nothing else.
        assert sorted(path.name for path in (data / "gallery-files").iterdir()) == found
        if found == titles["new"]:
            assert gallery(binary, "restore", old, "--replace", "--data", data).returncode == 0
    assert killed > 0
