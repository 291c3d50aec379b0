#!/usr/bin/env python3
"""Kills `gallery serve` while it keeps and deletes, and looks at what is left: scripts/kill-library.py [ROUNDS] [SEED]

In each round pictures and charts are kept and deleted by several clients at once, and the server is killed (SIGKILL) at a
random moment. Then, before anybody has tidied up, every row of the library has its file, whole and right, read by another
program than ours (Python's SQLite). Then the server is started again on the same folder: nothing is missing or marked as
missing, every file has its row, what was answered for is there or gone as it was answered, and everything can be had.

GALLERY_BIN names the program; by default it is the one that `swift build --package-path Gallery` makes. The seed is
printed, so that a round that went wrong can be tried again, as far as the machine lets it.
"""

import hashlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
BINARY = os.environ.get("GALLERY_BIN", str(ROOT / "Gallery/.build/debug/gallery"))
CLIENTS = 4
# From the first thing that is kept on, in seconds.
LONGEST = 0.6


class Server:
    def __init__(self, data: Path):
        command = [BINARY, "serve", "--port", "0", "--json", "--data", str(data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = urlsplit(json.loads(self._process.stdout.readline())["listening"]).netloc
        # A pipe that nobody reads would stop it.
        threading.Thread(target=self._process.stdout.read, daemon=True).start()

    def ask(self, method: str, path: str, body: dict | None = None) -> tuple[int, bytes]:
        connection = HTTPConnection(self.address, timeout=60)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def kill(self):
        self._process.kill()
        self._process.wait(timeout=10)

    def stop(self):
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(timeout=10) == 0, "it ends well"


class Client(threading.Thread):
    """Keeps and deletes until the server is gone, and remembers what it was answered."""

    def __init__(self, server: Server, number: int, seed: int, begun: threading.Event):
        super().__init__(daemon=True)
        self._server = server
        self._chance = random.Random(seed)
        self._begun = begun
        self._number = number
        # Answered to be kept, and answered to be deleted. What was asked for last may be either.
        self.kept: set[int] = set()
        self.deleted: set[int] = set()
        self.unsure: int | None = None

    def run(self):
        try:
            while True:
                self._step()
        except (OSError, HTTPException):
            return

    def _step(self):
        if self.kept and self._chance.random() < 0.4:
            self.unsure = self._chance.choice(sorted(self.kept))
            status, _ = self._server.ask("DELETE", f"/api/library/{self.unsure}")
            assert status == 204, f"deleting {self.unsure} was answered {status}"
            self.kept.remove(self.unsure)
            self.deleted.add(self.unsure)
            self.unsure = None
            return
        status, body = self._server.ask("POST", "/api/library", self._order())
        assert status == 201, f"keeping was answered {status}: {body}"
        self.kept.add(json.loads(body)["id"])
        self._begun.set()

    def _order(self) -> dict:
        # Numbers that no other client has, and that were not had before.
        number = self._number * 1_000_000 + self._chance.randrange(1_000_000)
        if self._chance.random() < 0.1:
            countries = [first + second for first in "abcdefghijklm" for second in "nopqrstuvwxyz"]
            country = countries[number % len(countries)]
            if country in {"us", "vn"}:
                return {"chart": {"country": country, "kind": "albums", "limit": 10}}
        # A few pictures that are drawn once, small and large, each as often as there are numbers.
        size = self._chance.choice(["", "&width=1600&height=1200"])
        return {"url": f"/photos/{number % 5}.jpg?copy={number}{size}", "title": f"photo {number}"}


def rows(data: Path) -> dict[str, str]:
    """The files that the library's rows name, with their digests."""
    database = sqlite3.connect(data / "gallery.sqlite")
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.execute("INSERT INTO savedWords(savedWords, rank) VALUES ('integrity-check', 1)")
        assert not database.execute("SELECT id FROM saved WHERE isMissing").fetchall(), "nothing is lost"
        return dict(database.execute("SELECT file, digest FROM saved WHERE file IS NOT NULL"))
    finally:
        database.close()


def files(data: Path) -> dict[str, str]:
    """The files that there are, with their digests."""
    folder = data / "gallery-files"
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def check_left(data: Path) -> int:
    """What there is right after a kill: how many files have no row."""
    (named, present) = (rows(data), files(data))
    for name, digest in named.items():
        assert name in present, f"the row of {name} has no file"
        assert present[name] == digest, f"{name} is at its place and not right"
    return len(present) - len(named)


def check_again(data: Path, clients: list[Client]) -> int:
    """What there is once it has been opened again: how many things."""
    server = Server(data)
    try:
        things, after = {}, None
        while True:
            status, body = server.ask("GET", "/api/library?limit=200" + (f"&after={after}" if after else ""))
            assert status == 200, body
            page = json.loads(body)
            things |= {thing["id"]: thing for thing in page["things"]}
            after = page["next"]
            if not after:
                break
        assert rows(data) == files(data), "every row has its file, and every file its row"
        for client in clients:
            unsure = {client.unsure}
            assert client.kept - unsure <= things.keys(), f"{client.kept - things.keys()} were kept, and are not there"
            assert not (client.deleted & things.keys()), f"{client.deleted & things.keys()} were deleted"
        for thing in random.sample(sorted(things), min(5, len(things))):
            status, body = server.ask("GET", f"/api/library/{thing}/file")
            assert status == 200 and len(body) == things[thing]["file"]["bytes"], f"{thing} cannot be had"
        return len(things)
    finally:
        server.stop()


def main(rounds: int, seed: int):
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    data = Path(tempfile.mkdtemp(prefix="kill-library-"))
    strays = 0
    try:
        for number in range(rounds):
            server = Server(data)
            begun = threading.Event()
            clients = [Client(server, number * CLIENTS + one, chance.random(), begun) for one in range(CLIENTS)]
            for client in clients:
                client.start()
            assert begun.wait(timeout=60), "something was kept"
            time.sleep(chance.uniform(0, LONGEST))
            server.kill()
            for client in clients:
                client.join(timeout=60)
            strays += check_left(data)
            count = check_again(data, clients)
            answered = sum(len(client.kept) + 2 * len(client.deleted) for client in clients)
            print(f"round {number + 1}: {answered} answers, {count} things, {strays} strays so far", flush=True)
        print(f"{rounds} kills, {strays} files without a row were found and swept")
    finally:
        shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [20, random.SystemRandom().randrange(1 << 32)][len(numbers):]))
