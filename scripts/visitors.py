"""Visitors of Gallery: each goes from screen to screen, and often leaves before what it asked for is there."""

import hashlib
import json
import random
import socket
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException, HTTPResponse

WORDS = ["birthday", "cat", "dance", "happy", "love", "moon", "rain", "nothing that there is"]
FILTERS = ["none", "sepia", "mono", "blur"]
STYLES = ["async", "closure", "delegate", "group", "stream", "promise", "bolts", "operation", "publisher"]
PAGE = ["/", "/styles/parts.css", "/modules/main.js", "/modules/timeline/screen.js", "/openapi.json"]
# What a load may end with where the network is bad, and what somebody else may have deleted.
UNLUCKY = {404, 502, 504}
# Longer than any batch takes: each of its members has the server's time limit, and they are loaded at once.
LONGEST_BATCH = 120


class Visit:
    """What all visitors know together."""

    def __init__(self, address: str):
        self.address = address
        self.is_over = threading.Event()
        self.statuses: Counter[int] = Counter()
        self.wrong: Counter[str] = Counter()
        self.left = self.broken = self.batches = 0
        self._bytes: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()

    def complain(self, what: str):
        with self._lock:
            self.wrong[what] += 1
            # The first of each at once: what it is about may be looked at while it lasts.
            if self.wrong[what] == 1:
                print(f"wrong: {what}", flush=True)

    def count(self, status: int):
        with self._lock:
            self.statuses[status] += 1

    def see(self, path: str, tag: str, body: bytes):
        """Bytes with one tag are the same bytes, for everybody and for ever."""
        digest = hashlib.sha256(body).hexdigest()
        with self._lock:
            first = self._bytes.setdefault((path, tag), digest)
        if first != digest:
            self.complain(f"{path} with the tag {tag} has other bytes than before")


class Visitor(threading.Thread):
    def __init__(self, visit: Visit, number: int):
        super().__init__(daemon=True)
        self.visit = visit
        self.chance = random.Random(number)
        self.connection: HTTPConnection | None = None

    def run(self):
        screens = [self.music, self.gifs, self.covers, self.photos, self.models, self.library, self.timeline, self.page]
        while not self.visit.is_over.is_set():
            try:
                self.chance.choice(screens)()
            except (OSError, HTTPException) as error:
                self.visit.broken += 1
                if isinstance(error, TimeoutError):
                    self.visit.complain("an answer did not come within a minute")
                self.leave()
            self.visit.is_over.wait(self.chance.expovariate(10))
        self.leave()

    def leave(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    # How it asks

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        if not self.connection:
            self.connection = HTTPConnection(self.visit.address, timeout=60)
        text = None if body is None else json.dumps(body)
        self.connection.request(method, path, text, {} if method == "GET" else {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        self.visit.count(answer.status)
        content = answer.read()
        is_polite = answer.status in (429, 503) and answer.headers["Retry-After"]
        if not (answer.status < 400 or answer.status in UNLUCKY or is_polite):
            self.visit.complain(f"{method} {path.split('?')[0]} was answered {answer.status}: {content[:200]!r}")
        if answer.status == 200 and answer.headers["ETag"]:
            self.visit.see(path, answer.headers["ETag"], content)
        if answer.will_close:
            self.leave()
        return answer.status, content

    def take(self, path: str):
        """A picture, or as much of it as the visitor waits for."""
        if self.chance.random() < 0.7:
            self.ask("GET", path)
            return
        self.visit.left += 1
        connection = HTTPConnection(self.visit.address, timeout=60)
        try:
            connection.request("GET", path)
            if self.chance.random() < 0.5:
                connection.getresponse().read(1)
            else:
                self.visit.is_over.wait(self.chance.random() / 10)
            if self.chance.random() < 0.5:
                # Rudely: with a reset.
                connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        finally:
            connection.close()

    def style(self) -> str:
        return f"style={self.chance.choice(STYLES)}"

    # What it looks at

    def page(self):
        for path in PAGE:
            self.ask("GET", path)

    def music(self):
        country, kind = self.chance.choice(["us", "vn", "de", "zz"]), self.chance.choice(["albums", "songs"])
        status, body = self.ask("GET", f"/api/music?country={country}&kind={kind}&limit=20&{self.style()}")
        if status == 200:
            for item in self.chance.sample(json.loads(body)["items"], 3):
                self.take(item["artworkURL"])

    def gifs(self):
        word = self.chance.choice(WORDS).replace(" ", "%20")
        status, body = self.ask("GET", f"/api/gifs?q={word}&limit=8&offset={self.chance.randrange(40)}&{self.style()}")
        for hit in json.loads(body)["hits"][:4] if status == 200 else []:
            self.take(hit["preview"])
            if self.chance.random() < 0.1:
                self.ask("POST", "/api/library", {"image": hit["image"], "title": hit["title"]})

    def covers(self):
        start, kind = 20 * self.chance.randrange(250), self.chance.choice(FILTERS)
        status, body = self.ask("GET", f"/api/covers?from={start}&count=20&filter={kind}&{self.style()}")
        for cover in self.chance.sample(json.loads(body)["covers"], 6) if status == 200 else []:
            self.take(self.chance.choice(cover["sizes"])["image"])

    def photos(self):
        urls = [f"/photos/{self.chance.randrange(300)}.jpg" for _ in range(self.chance.randrange(1, 8))]
        status, body = self.ask("POST", f"/api/photos?{self.style()}", {"urls": urls})
        if status != 202:
            return
        batch = json.loads(body)["batch"]
        if self.chance.random() < 0.2:
            self.ask("DELETE", f"/api/photos/{batch}")
        end = self.end(batch, len(urls))
        if end and sum(end[key] for key in ("succeeded", "failed", "cancelled")) != len(urls):
            self.visit.complain(f"a batch of {len(urls)} ended with {end}")
        self.ask("GET", "/api/photos")

    def end(self, batch: str, count: int) -> dict | None:
        """What the batch ends with, heard by one stream after the other; its end is told once."""
        last, ends, members = None, [], Counter()
        begun = time.monotonic()
        while not ends and time.monotonic() - begun < LONGEST_BATCH:
            connection = HTTPConnection(self.visit.address, timeout=LONGEST_BATCH)
            try:
                headers = {"Last-Event-ID": last} if last else {}
                connection.request("GET", f"/api/events?topics=photos&batch={batch}", headers=headers)
                stream = connection.getresponse()
                self.visit.count(stream.status)
                # Kept for a while only; or too many listen.
                if stream.status == 404:
                    return None
                last = self.listen(stream, ends, members, last) if stream.status == 200 else last
            except (OSError, HTTPException):
                self.visit.broken += 1
            finally:
                connection.close()
        if len(ends) != 1:
            self.visit.complain(f"a batch was told to have ended {len(ends)} times within {LONGEST_BATCH} s")
        if any(times > 1 for times in members.values()) or len(members) > count:
            self.visit.complain(f"a batch of {count} told of {dict(members)}")
        self.visit.batches += 1
        return ends[0] if ends else None

    def listen(self, stream: HTTPResponse, ends: list[dict], members: Counter, last: str | None) -> str | None:
        event: dict[str, str] = {}
        for line in stream:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field:
                event[field] = value
                continue
            last = event.get("id", last)
            if event.get("event") == "photo":
                members.update(member["index"] for member in json.loads(event["data"])["members"])
            elif event.get("event") == "photos-done":
                ends.append(json.loads(event["data"]))
                return last
            event = {}
            # Hangs up, and asks for what it has missed.
            if self.chance.random() < 0.1:
                return last
        return last

    def models(self):
        url = f"/articles/{self.chance.randrange(40)}.json"
        self.ask("POST", f"/api/models?{self.style()}", {"urls": [url]})
        self.ask("GET", "/api/models")

    def library(self):
        word = self.chance.choice(["", "cat", "hoa", "photo"])
        status, body = self.ask("GET", f"/api/library?q={word}&limit=20")
        things = json.loads(body)["things"] if status == 200 else []
        for thing in self.chance.sample(things, min(3, len(things))):
            self.take(f"/api/library/{thing['id']}/file")
            # So that there are never many: as many are kept as are deleted.
            if len(things) > 10 or self.chance.random() < 0.3:
                self.ask("DELETE", f"/api/library/{thing['id']}")

    def timeline(self):
        self.ask("GET", f"/api/loads?as={self.chance.choice(['json', 'text', 'trace'])}")
        connection = HTTPConnection(self.visit.address, timeout=60)
        try:
            connection.request("GET", "/api/events?topics=timeline,clock")
            stream = connection.getresponse()
            self.visit.count(stream.status)
            for _ in range(self.chance.randrange(50)):
                stream.readline()
        finally:
            connection.close()
