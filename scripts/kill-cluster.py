#!/usr/bin/env python3
"""Servers on one PostgreSQL that are killed at random, and started again: `GALLERY_BIN=… scripts/kill-cluster.py 100`.

Meanwhile the database is started again as after a power cut. Batches are started at any server, and followed by listeners that
go to another server whenever their stream breaks. At the end each batch that was answered for has ended once, each of its
members was told once, and every server and the database say the same of it.

With --clients they all go through nginx, and stay until all is over, so that one who is told something twice hears it. Others
look at pictures, of which each is whole and the same each time, and keep some: what was answered for is there with its bytes.
With --cut a server is cut off from the database for so long, half-way; this needs root, and is done in namespaces that end
with it. The large trial:

    GALLERY_BIN=… scripts/kill-cluster.py 30 --pace 10 --clients 1000 --batches 200 --restarts 2 --cut 20
"""

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from http.client import HTTPException
from pathlib import Path

from cluster import BINARY, Cluster, Server

SERVERS = 3
AT_ONCE = 6
MEMBERS = 30
# More than a server takes at a time, with some that take three seconds: each batch is carried out by several, for a while.
MANY_MEMBERS = 150
SLOW = 15
VIEWERS = 3
# In seconds.
PATIENCE = 90


class Listener:
    """What one client has heard of a batch."""

    def __init__(self, batch: str, trial: "Trial"):
        self.batch = batch
        self.trial = trial
        self.members: list[int] = []
        self.ends: list[dict] = []
        self.missed = 0
        self.streams = 0
        self.is_gone = False
        self.last = None
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        while not self.has_left():
            headers = {"Last-Event-ID": self.last} if self.last else {}
            address = f"{self.trial.cluster.address}/api/events?topics=photos&batch={self.batch}"
            try:
                with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as stream:
                    self.streams += 1
                    self.read(stream)
            except urllib.error.HTTPError as error:
                # Ended batches are kept for a while only.
                self.is_gone = error.code == 404
            except (OSError, HTTPException, ValueError):  # It is away, or has gone in the middle of a chunk.
                pass
            time.sleep(random.uniform(0, self.trial.pause))

    def has_left(self) -> bool:
        return self.is_gone or bool(self.ends) and not self.trial.options.clients

    def read(self, stream):
        event = {}
        for line in stream:
            text = line.decode().rstrip("\n")
            if text:
                field, _, value = text.partition(": ")
                event[field] = value
                continue
            if "event" in event:
                self.last = event.get("id", self.last)
                self.hear(event["event"], event["data"])
            event = {}
            if self.has_left():
                return

    def hear(self, name: str, data: str):
        if name == "photo":
            self.members += [member["index"] for member in json.loads(data)["members"]]
        elif name == "photos-done":
            self.ends.append(json.loads(data))
        elif name == "missed":
            self.missed += 1

    def wrong(self) -> list[str]:
        wrong = []
        count = self.trial.members
        how = {"batch": self.batch, "succeeded": count - 1, "failed": 1, "cancelled": 0, "timedOut": False}
        if len(self.ends) != 1:
            wrong.append(f"was told {len(self.ends)} ends" + (", and it is not kept any more" if self.is_gone else ""))
        elif self.ends != [how]:
            wrong.append(f"was told the end {self.ends}")
        twice = sorted(member for member, times in Counter(self.members).items() if times > 1)
        if twice:
            wrong.append(f"was told twice of {twice}")
        if not self.missed and len(set(self.members)) != count:
            wrong.append(f"was told of {len(set(self.members))} members of {count}")
        return [f"A listener to {self.batch}, with {self.streams} streams and {self.missed} misses, {text}" for text in wrong]


class Viewer(threading.Thread):
    """Looks at pictures. It is one of several, and they compare what they see."""

    def __init__(self, trial: "Trial"):
        super().__init__(daemon=True)
        self.trial = trial

    def run(self):
        while not self.trial.is_over.is_set():
            start, kind = 10 * random.randrange(20), random.choice(["none", "sepia", "mono", "blur"])
            page = self.trial.ask(f"/api/covers?from={start}&count=10&filter={kind}")
            for cover in random.sample(json.loads(page[1])["covers"], 5) if page else []:
                self.trial.see(random.choice(cover["sizes"])["image"])
                self.trial.is_over.wait(0.02)


class Keeper(threading.Thread):
    """Keeps GIFs that it has looked at, and knows their bytes."""

    def __init__(self, trial: "Trial"):
        super().__init__(daemon=True)
        self.trial = trial
        self.kept: dict[int, str] = {}

    def run(self):
        offset = 0
        while not self.trial.is_over.is_set():
            page = self.trial.ask(f"/api/gifs?q=cat&limit=5&offset={offset}")
            for hit in json.loads(page[1])["hits"] if page else []:
                digest = self.trial.see(hit["image"])
                answer = digest and self.trial.ask("/api/library", {"image": hit["image"], "title": hit["title"]})
                if answer:
                    self.kept[json.loads(answer[1])["id"]] = digest
                self.trial.is_over.wait(0.1)
            offset = (offset + 5) % 200

    def wrong(self, server: Server) -> list[str]:
        wrong = []
        for thing, digest in self.kept.items():
            with urllib.request.urlopen(f"{server.address}/api/library/{thing}/file", timeout=30) as answer:
                if hashlib.sha256(answer.read()).hexdigest() != digest or answer.headers["ETag"] != f'"{digest}"':
                    wrong.append(f"The thing {thing} that was kept has other bytes.")
        return wrong


class Trial:
    def __init__(self, folder: Path, options: argparse.Namespace):
        self.options = options
        self.members = MANY_MEMBERS if options.batches else MEMBERS
        # Seconds between two streams, at most: a thousand clients do not come back at once.
        self.pause = 1 if options.clients else 0.1
        self.is_over = threading.Event()
        self.batches: dict[str, list[Listener]] = {}
        self.kills = self.restarts = self.refusals = self.breaks = 0
        self.seen: dict[str, tuple[str, str]] = {}
        self.views = 0
        self.lock = threading.Lock()
        self.complaints: list[str] = []
        self.keeper = Keeper(self)
        self.cluster = Cluster(folder, SERVERS, balanced=options.clients > 0, divided=options.cut > 0)

    # What clients do.

    def ask(self, path: str, body: dict | None = None) -> tuple[dict, bytes] | None:
        """The head and the body of an answer; none where the server is just away."""
        address = path if path.startswith("http") else self.cluster.address + path
        request = urllib.request.Request(address, data=json.dumps(body).encode() if body else None)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                # It throws where there is less than the head says.
                return answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            is_away = error.code == 503 and error.headers["Retry-After"]
            if is_away or error.code in (502, 504) and error.headers["Server"].startswith("nginx"):
                self.refusals += 1
            else:
                self.complaints.append(f"{path} was answered {error.code}: {error.read().decode()}")
        except (OSError, HTTPException):
            self.breaks += 1
        self.is_over.wait(0.1)
        return None

    def see(self, image: str) -> str | None:
        """Looks at a picture, and gives the digest of its bytes."""
        answer = self.ask(image)
        if not answer:
            return None
        head, body = answer
        digest = hashlib.sha256(body).hexdigest()
        with self.lock:
            self.views += 1
            first = self.seen.setdefault(image, (digest, head["ETag"]))
        if first != (digest, head["ETag"]) or int(head["Content-Length"] or -1) != len(body):
            self.complaints.append(f"{image} has {len(body)} of {head['Content-Length']} bytes, {head['ETag']}, {digest}, not {first}")
        return digest

    def order(self):
        """A batch that is answered for."""
        urls = [f"/photos/{member + 1}.jpg?width=32" for member in range(self.members - 1)] + ["/photos/1/missing.jpg"]
        if self.options.batches:
            for member in random.sample(range(self.members - 1), SLOW):
                urls[member] += "&fault=slow-headers"
        answer = self.ask("/api/photos", {"urls": urls})
        if answer:
            batch = json.loads(answer[1])["batch"]
            self.batches[batch] = [Listener(batch, self) for _ in range(self.listeners(len(self.batches)))]

    def listeners(self, number: int) -> int:
        """How many follow a batch: all clients together, or one where they are not counted."""
        clients, batches = self.options.clients, self.options.batches
        return clients * (number + 1) // batches - clients * number // batches if clients else 1

    def order_all(self):
        """So many over the time; or as many as come to an end."""
        start, length = time.monotonic(), self.options.pace * self.options.kills
        while not self.is_over.is_set() and len(self.batches) != self.options.batches:
            if self.options.batches:
                is_due = len(self.batches) < (time.monotonic() - start) / length * self.options.batches
            else:
                is_due = sum(not listeners[0].ends for listeners in self.batches.values()) < AT_ONCE
            if is_due:
                self.order()
            else:
                time.sleep(0.02)

    # What happens to the cluster.

    def live(self):
        options = self.options
        ordering = threading.Thread(target=self.order_all, daemon=True)
        users = [*(Viewer(self) for _ in range(VIEWERS)), self.keeper] if options.clients else []
        for thread in [ordering, *users]:
            thread.start()
        restarts = {(number + 1) * options.kills // (options.restarts + 1) for number in range(options.restarts)}
        cut_off = None
        for kill in range(1, options.kills + 1):
            time.sleep(options.pace)
            if kill in restarts:
                self.cluster.database.restart()
                self.restarts += 1
            # One that cannot be asked at all is enough beside one that does not reach the database.
            is_cut = cut_off and cut_off.is_alive()
            victim = random.choice([server for server in self.cluster.servers if not is_cut or server is not cut_off.args[0]])
            victim.kill()
            victim.start()
            self.kills += 1
            if options.cut and kill == options.kills // 2:
                cut_off = self.cut(random.choice(self.cluster.servers))
        if options.batches:
            ordering.join()
        self.is_over.set()
        for thread in [ordering, *users, *([cut_off] if cut_off else [])]:
            thread.join()

    def cut(self, server: Server) -> threading.Timer:
        """The timer that ends it, with the server as its argument."""
        self.cluster.network.cut(server)
        mending = threading.Timer(self.options.cut, self.cluster.network.mend, [server])
        mending.start()
        return mending

    # What has come of it.

    def check(self) -> list[str]:
        ends = "SELECT id FROM gallery_batch WHERE ended IS NULL OR succeeded + failed + cancelled <> total"
        deadline = time.monotonic() + PATIENCE
        listeners = [listener for batch in self.batches.values() for listener in batch]
        while time.monotonic() < deadline:
            if all(listener.ends for listener in listeners) and not self.cluster.database.rows(ends):
                break
            time.sleep(0.1)
        wrong = self.complaints + [text for listener in listeners for text in listener.wrong()]
        wrong += [f"The batch {name} has not ended." for name in self.cluster.database.rows(ends)]
        # An ended batch is kept for a while only, and the latest ones in any case.
        for batch in list(self.batches)[-5:]:
            for server in self.cluster.servers:
                with urllib.request.urlopen(f"{server.address}/api/photos/{batch}", timeout=30) as answer:
                    told = json.load(answer)
                statuses = sorted({member["status"] for member in told["members"]})
                if not told["done"] or told["done"]["succeeded"] != self.members - 1 or statuses != ["failed", "succeeded"]:
                    wrong.append(f"{server.address} says of {batch}: {told['done']}, {statuses}")
        wrong += [text for server in self.cluster.servers for text in self.keeper.wrong(server)]
        things = """
          SELECT id FROM gallery_saved AS saved LEFT JOIN gallery_file AS file ON thing = id WHERE saved.file IS NOT NULL
          AND (thing IS NULL OR digest <> encode(sha256(file.bytes), 'hex') OR saved.bytes <> length(file.bytes))
        """
        wrong += [f"The row of the thing {thing} has not its bytes." for thing in self.cluster.database.rows(things)]
        pictures = "SELECT key FROM gallery_cache WHERE size <> length(bytes) OR size = 0"
        wrong += [f"The row of the picture {key} has not its bytes." for key in self.cluster.database.rows(pictures)]
        return wrong

    def totals(self) -> str:
        listeners = [listener for batch in self.batches.values() for listener in batch]
        totals = (
            f"{len(self.batches)} batches, {sum(listener.streams for listener in listeners)} streams, {self.kills} kills, "
            f"{self.restarts} restarts of the database, {self.refusals} refusals"
        )
        if self.options.clients:
            totals += f", {self.breaks} answers that broke off, {len(listeners)} clients, of which "
            totals += f"{sum(listener.missed > 0 for listener in listeners)} had missed something, "
            totals += f"{len(self.seen)} pictures seen {self.views} times, {len(self.keeper.kept)} kept"
        return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, help="how often a server is killed")
    parser.add_argument("--pace", type=float, default=2, help="how many seconds all are left alone between two kills")
    parser.add_argument("--restarts", type=int, help="of the database; one for three kills where that is not said")
    parser.add_argument("--batches", type=int, help="spread over the time; as many as come to an end")
    parser.add_argument("--clients", type=int, default=0, help="shared out over --batches; one for each")
    parser.add_argument("--cut", type=float, default=0, help="how many seconds a server does not reach the database")
    options = parser.parse_args()
    if options.restarts is None:
        options.restarts = options.kills // 3
    if not BINARY:
        parser.error("GALLERY_BIN names no program")
    if options.clients and not options.batches:
        parser.error("--clients are shared out over --batches")
    if options.clients and not shutil.which("nginx"):
        parser.error("--clients go through nginx, which scripts/install.sh cluster installs")
    # The first process of a namespace of its own: with it goes everything that was begun there, however it ends.
    if options.cut and os.getpid() != 1:
        if os.getuid() != 0:
            parser.error("--cut needs root: a server is cut off in a network of its own")
        os.execvp("unshare", [*"unshare --net --mount --pid --fork --kill-child --mount-proc".split(), sys.executable, *sys.argv])
    # A thousand streams are as many files.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = Path(tempfile.mkdtemp(prefix="gallery-cluster-"))
    folder.chmod(0o711)
    trial = Trial(folder, options)
    try:
        trial.live()
        wrong = trial.check()
    finally:
        trial.cluster.stop()
    print(trial.totals())
    for sentence in wrong:
        print(sentence)
    if wrong:
        sys.exit(f"What the servers said stays in {folder}.")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
