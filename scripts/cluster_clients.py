"""Clients of a cluster, who notice when something that it tells or shows them is not right."""

import hashlib
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from http.client import HTTPException

from cluster import Cluster, Server

# Of which there are GIFs.
WORDS = ["birthday", "cat", "dance", "happy", "love", "moon", "rain"]


class Clients:
    """What all of them know together."""

    def __init__(self, cluster: Cluster, stay: bool):
        self.cluster = cluster
        # Whether who has heard the end of a batch goes on listening.
        self.stay = stay
        # Seconds between two streams, at most: a thousand do not come back at once.
        self.pause = 1 if stay else 0.1
        self.is_over = threading.Event()
        self.refusals = self.breaks = self.views = 0
        self.seen: dict[str, tuple[str, str]] = {}
        self.wrong: list[str] = []
        self._lock = threading.Lock()

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
            # One server at most is dead, and what can be asked again is asked of another.
            is_cut = error.code == 504 or error.code == 502 and body
            if is_away or is_cut and error.headers["Server"].startswith("nginx"):
                self.refusals += 1
            else:
                self.wrong.append(f"{path} was answered {error.code}: {error.read().decode()}")
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
        look = (hashlib.sha256(body).hexdigest(), head["ETag"])
        with self._lock:
            self.views += 1
            first = self.seen.setdefault(image, look)
        if look != first or int(head["Content-Length"] or -1) != len(body):
            self.wrong.append(f"{image} has {len(body)} bytes of {head['Content-Length']}, and is {look}, not {first}.")
        return look[0]


class Listener(threading.Thread):
    """Hears of one batch, by a stream after the other."""

    def __init__(self, clients: Clients, batch: str, count: int):
        super().__init__(daemon=True)
        self.clients = clients
        self.batch = batch
        self.count = count
        self.members: list[int] = []
        self.ends: list[dict] = []
        self.missed = self.streams = 0
        self.is_gone = False
        self.last = None
        self.begun = time.monotonic()
        self.waited = 0.0

    def run(self):
        while not self.has_left():
            headers = {"Last-Event-ID": self.last} if self.last else {}
            # Ended batches are kept for a while only; who listened to one stays for what else there is.
            what = "topics=models" if self.is_gone else f"topics=photos&batch={self.batch}"
            address = f"{self.clients.cluster.address}/api/events?{what}"
            try:
                with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as stream:
                    self.streams += 1
                    self.read(stream)
            except urllib.error.HTTPError as error:
                self.is_gone = self.is_gone or error.code == 404
            except (OSError, HTTPException, ValueError):  # It is away, or has gone in the middle of a chunk.
                pass
            time.sleep(random.uniform(0, self.clients.pause))

    def has_left(self) -> bool:
        return (self.is_gone or bool(self.ends)) and not self.clients.stay

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
            self.waited = time.monotonic() - self.begun
        elif name == "missed" and "photos" in json.loads(data)["topics"]:
            self.missed += 1

    def wrong(self) -> list[str]:
        wrong = []
        end = {"batch": self.batch, "succeeded": self.count - 1, "failed": 1, "cancelled": 0, "timedOut": False}
        if len(self.ends) != 1:
            wrong.append(f"was told {len(self.ends)} ends" + (", and it is not kept any more" if self.is_gone else ""))
        elif self.ends != [end]:
            wrong.append(f"was told the end {self.ends}")
        twice = sorted(member for member, times in Counter(self.members).items() if times > 1)
        if twice:
            wrong.append(f"was told twice of {twice}")
        if not self.missed and len(set(self.members)) != self.count:
            wrong.append(f"was told of {len(set(self.members))} members of {self.count}")
        return [f"A listener to {self.batch}, with {self.streams} streams and {self.missed} misses, {text}." for text in wrong]


class Viewer(threading.Thread):
    """Looks at pictures. It is one of several, and they compare what they see."""

    def __init__(self, clients: Clients):
        super().__init__(daemon=True)
        self.clients = clients

    def run(self):
        while not self.clients.is_over.is_set():
            start, kind = 10 * random.randrange(20), random.choice(["none", "sepia", "mono", "blur"])
            page = self.clients.ask(f"/api/covers?from={start}&count=10&filter={kind}")
            for cover in random.sample(json.loads(page[1])["covers"], 5) if page else []:
                self.clients.see(random.choice(cover["sizes"])["image"])
                self.clients.is_over.wait(0.02)


class Keeper(threading.Thread):
    """Keeps GIFs that it has looked at, and knows their bytes."""

    def __init__(self, clients: Clients):
        super().__init__(daemon=True)
        self.clients = clients
        self.kept: dict[int, str] = {}

    def run(self):
        while not self.clients.is_over.is_set():
            page = self.clients.ask(f"/api/gifs?q={random.choice(WORDS)}&limit=5&offset={random.randrange(40)}")
            for hit in json.loads(page[1])["hits"] if page else []:
                self.keep(hit["image"], hit["title"])
                self.clients.is_over.wait(0.1)

    def keep(self, image: str, title: str):
        digest = self.clients.see(image)
        answer = digest and self.clients.ask("/api/library", {"image": image, "title": title})
        if answer and self.kept.setdefault(json.loads(answer[1])["id"], digest) != digest:
            self.clients.wrong.append(f"{image} is kept as something else: {answer[1]}")

    def wrong(self, server: Server) -> list[str]:
        wrong = []
        for thing, digest in self.kept.items():
            try:
                with urllib.request.urlopen(f"{server.address}/api/library/{thing}/file", timeout=30) as answer:
                    if hashlib.sha256(answer.read()).hexdigest() != digest or answer.headers["ETag"] != f'"{digest}"':
                        wrong.append(f"The thing {thing} has other bytes than it was kept with.")
            except urllib.error.HTTPError as error:
                wrong.append(f"The thing {thing} was kept, and is answered {error.code}: {error.read().decode()}")
        return wrong
