#!/usr/bin/env python3
"""What it costs Gallery to share what it keeps, beside a server that keeps it for itself, as ratios in one run:
`GALLERY_BIN=… scripts/bench-cluster.py [ROUNDS]`.

- a picture that another server has made, beside one that is on this server's own disk
- a member of a batch in the shared database, beside one in the embedded: one that fails at once, and one that loads a picture
- a picture in memory at three servers, beside the same at one: what all processes use of the cores, PostgreSQL's among them
"""

import http.client
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from cluster import BINARY, Database, Server

TICKS = os.sysconf("SC_CLK_TCK")
COVERS = 100
REQUESTS = 6000


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
        while not json.loads(self.ask(f"/api/photos/{batch}"))["done"]:
            time.sleep(0.005)
        return (time.perf_counter() - start) / len(urls) * 1e3


def used(processes: list[int]) -> float:
    """Seconds of a core that they have used."""
    texts = [Path(f"/proc/{process}/stat").read_text() for process in processes]
    return sum(sum(map(int, text.rsplit(")", 1)[1].split()[11:13])) for text in texts) / TICKS


def all_of_postgres() -> list[int]:
    names = {path.parent.name: path.read_text().strip() for path in Path("/proc").glob("[0-9]*/comm")}
    return [int(process) for process, name in names.items() if name == "postgres"]


def main():
    if not BINARY:
        sys.exit(__doc__)
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory(prefix="gallery-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        database = Database(folder / "postgres", None)
        servers = [Server(number, folder, database, None, None) for number in range(3)]
        alone = Server(3, folder, None, None, None)
        rows = {
            "a picture that another server has made": [], "a member that fails at once": [],
            "a member that loads a picture": [], "a picture in memory, at three servers": [],
        }
        for turn in range(rounds):
            one, other, third, own = (Client(server) for server in [*servers, alone])
            pictures = one.covers(1000 * turn)
            one.look(pictures)
            shared = other.look(pictures)
            # Only what is in its folder outlives it.
            servers[1].stop()
            servers[1].start()
            other = Client(servers[1])
            rows["a picture that another server has made"].append((shared, other.look(pictures)))
            failing = [f"no address {member}" for member in range(1000)]
            rows["a member that fails at once"].append((one.batch(failing), own.batch(failing)))
            loading = [f"/photos/{member + 1}.jpg?width=32&turn={turn}" for member in range(500)]
            rows["a member that loads a picture"].append((one.batch(loading), own.batch(loading)))
            third.look(pictures)
            # It signs addresses with a key of its own.
            same = own.covers(1000 * turn)
            own.look(same)
            processes = [server.process.pid for server in servers]
            costs = []
            cluster = ([one, other, third], processes + all_of_postgres(), pictures)
            for clients, counted, addresses in (cluster, ([own], [alone.process.pid], same)):
                before = used(counted)
                many = addresses * (REQUESTS // len(clients) // COVERS)
                looking = [threading.Thread(target=client.look, args=(many,)) for client in clients]
                for thread in looking:
                    thread.start()
                for thread in looking:
                    thread.join()
                costs.append((used(counted) - before) / REQUESTS * 1e3)
            rows["a picture in memory, at three servers"].append(tuple(costs))
        for server in [*servers, alone]:
            server.stop()
        database.stop()
    for row, pairs in rows.items():
        shared, own = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        print(f"{row:40} {shared:8.3f} ms {own:8.3f} ms {ratio:6.2f} ×")


if __name__ == "__main__":
    main()
