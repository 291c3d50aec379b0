#!/usr/bin/env python3
"""What it costs Gallery to share what it keeps, beside a server that keeps it for itself, as ratios in one run:
`GALLERY_BIN=… scripts/bench-cluster.py [ROUNDS]`.

- a picture that another server has made, beside one that is on this server's own disk
- a member of a batch in the shared database, beside one in the embedded: one that fails at once, and one that loads a
  picture, from an upstream that has it at hand
- a picture in memory at three servers, beside the same at one: what all processes use of the cores, PostgreSQL's among them
"""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

from cluster import BINARY, Database, Server

# The upstream is at loopback.
os.environ["GALLERY_ALLOW_PRIVATE_ADDRESSES"] = "true"
TICKS = os.sysconf("SC_CLK_TCK")
COVERS = 100
PHOTOS = 500
REQUESTS = 6000


class Upstream:
    """One that is no part of any server, and draws nothing while it is measured."""

    def __init__(self):
        self.process = subprocess.Popen([BINARY, "upstream", "--json", "--port", "0"], stdout=subprocess.PIPE, text=True)
        self.address = json.loads(self.process.stdout.readline())["listening"]
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        for photo in self.photos(-1):
            urllib.request.urlopen(photo).read()

    def photos(self, round: int) -> list[str]:
        """The same ones each time, at addresses of their own."""
        return [f"{self.address}/photos/{member + 1}.jpg?width=32&round={round}" for member in range(PHOTOS)]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Client:
    """One connection to a server."""

    def __init__(self, server: Server):
        self.server = server
        self.connection = http.client.HTTPConnection(server.place)

    def ask(self, path: str, body: dict | None = None) -> bytes:
        text = json.dumps(body) if body else None
        self.connection.request("POST" if body else "GET", path, text, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status in (200, 202), f"{path} was answered {answer.status}: {content.decode()}"
        return content

    def covers(self, first: int) -> list[str]:
        pages = [self.ask(f"/api/covers?from={first + page}&count=50&filter=sepia") for page in range(0, COVERS, 50)]
        return [cover["image"] for page in pages for cover in json.loads(page)["covers"]]

    def look(self, pictures: list[str]) -> float:
        """Milliseconds for each."""
        start = time.perf_counter()
        for picture in pictures:
            self.ask(picture)
        return (time.perf_counter() - start) / len(pictures) * 1e3

    def batch(self, urls: list[str]) -> float:
        """Milliseconds for each member."""
        start = time.perf_counter()
        batch = json.loads(self.ask("/api/photos", {"urls": urls}))["batch"]
        # As a page does.
        with urllib.request.urlopen(f"{self.server.address}/api/events?batch={batch}") as stream:
            assert b"event: photos-done\n" in stream
        return (time.perf_counter() - start) / len(urls) * 1e3


def used(processes: list[int]) -> float:
    """Seconds of a core that they have used."""
    texts = [Path(f"/proc/{process}/stat").read_text() for process in processes]
    return sum(sum(map(int, text.rsplit(")", 1)[1].split()[11:13])) for text in texts) / TICKS


def all_of_postgres() -> list[int]:
    names = {path.parent.name: path.read_text().strip() for path in Path("/proc").glob("[0-9]*/comm")}
    return [int(process) for process, name in names.items() if name == "postgres"]


class Bench:
    """Three servers that share a database, and one that is alone; each row is of pairs, what is shared first."""

    def __init__(self, folder: Path):
        self.upstream = Upstream()
        self.database = Database(folder / "postgres", None)
        self.servers = [Server(number, folder, self.database, None, None) for number in range(3)]
        self.alone = Server(3, folder, None, None, None)
        self.rows: dict[str, list[tuple[float, float]]] = {}

    def row(self, name: str, shared: float, own: float):
        self.rows.setdefault(name, []).append((shared, own))

    def round(self, number: int):
        # Covers and photos that nobody has seen.
        one, own = Client(self.servers[0]), Client(self.alone)
        covers = one.covers(1000 * number)
        one.look(covers)
        self.compare_tiers(covers)
        failing = [f"no address {member}" for member in range(1000)]
        self.row("a member that fails at once", one.batch(failing), own.batch(failing))
        photos = self.upstream.photos(number)
        self.row("a member that loads a picture", one.batch(photos), own.batch(photos))
        # One that is alone signs addresses with a key of its own.
        self.compare_hits(covers, own.covers(1000 * number))

    def compare_tiers(self, covers: list[str]):
        server = self.servers[1]
        shared = Client(server).look(covers)
        # Only what is in its folder outlives it.
        server.stop()
        server.start()
        self.row("a picture that another server has made", shared, Client(server).look(covers))

    def compare_hits(self, covers: list[str], own_covers: list[str]):
        everybody = [server.process.pid for server in self.servers] + all_of_postgres()
        self.row(
            "a picture in memory, at three servers",
            self.cost(self.servers, everybody, covers),
            self.cost([self.alone], [self.alone.process.pid], own_covers),
        )

    @staticmethod
    def cost(servers: list[Server], counted: list[int], pictures: list[str]) -> float:
        """Milliseconds of a core for each request."""
        clients = [Client(server) for server in servers]
        for client in clients:
            client.look(pictures)
        before = used(counted)
        many = pictures * (REQUESTS // len(clients) // COVERS)
        looking = [threading.Thread(target=client.look, args=(many,)) for client in clients]
        for thread in looking:
            thread.start()
        for thread in looking:
            thread.join()
        return (used(counted) - before) / REQUESTS * 1e3

    def stop(self):
        for part in [*self.servers, self.alone, self.database, self.upstream]:
            part.stop()


def main():
    if not BINARY:
        sys.exit(__doc__)
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory(prefix="gallery-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        bench = Bench(folder)
        try:
            for number in range(rounds):
                bench.round(number)
        finally:
            bench.stop()
    for name, pairs in bench.rows.items():
        shared, own = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{name:40} {shared:8.3f} ms {own:8.3f} ms {ratio:6.2f} ×")


if __name__ == "__main__":
    main()
