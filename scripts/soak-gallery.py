#!/usr/bin/env python3
"""A day of visits within an hour: scripts/soak-gallery.py [MINUTES] [VISITORS]

`gallery serve` is visited by VISITORS (50) for MINUTES (60), each going from screen to screen and often leaving early, while
the embedded upstream has one fault after the other. Said to be wrong is: an answer that is neither right nor a polite
refusal; bytes that differ under one tag; a batch that does not end once; `/health` not answered within two seconds;
memory that in the last quarter is more than a tenth above that of the second; files that stay open when all have left; and
a server that does not stop within two seconds. One that stands still is left running, to be looked at.

GALLERY_BIN names the program; by default it is the one that `swift build --package-path Gallery -c release` makes.
"""

import itertools
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from visitors import Visit, Visitor

ROOT = Path(__file__).parents[1]
BINARY = os.environ.get("GALLERY_BIN", str(ROOT / "Gallery/.build/release/gallery"))
FAULTS = ["truncate", "reset", "stall", "wrong-length", "error500", "error429", "malformed-json", "redirect-loop"]
FAULTS += ["slow-headers"]
# How long one weather lasts, in seconds.
WEATHER = 15


def weathers():
    """Good weather between any two bad ones, so that each begins with what is well and ends with it."""
    good = {"latency": 0, "bandwidth": None, "loss": 0, "faults": dict.fromkeys(FAULTS, 0)}
    bad = [good | {"latency": 300}, good | {"bandwidth": 200_000}, good | {"loss": 0.2}]
    bad += [good | {"faults": good["faults"] | {fault: 0.2}} for fault in FAULTS]
    bad.append(good | {"latency": 50, "loss": 0.05, "faults": dict.fromkeys(FAULTS, 0.03)})
    for weather in itertools.cycle(bad):
        yield good
        yield weather


class Server:
    def __init__(self, data: str):
        command = [BINARY, "serve", "--port", "0", "--json", "--data", data, "--timeout", "10s", "--retries", "1"]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.address = urlsplit(json.loads(self._process.stdout.readline())["listening"]).netloc
        # A pipe that nobody reads would stop it, and a day's log in memory would not be the server's.
        threading.Thread(target=lambda: [None for _ in self._process.stdout], daemon=True).start()
        self.pid = self._process.pid

    def megabytes(self) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1_024

    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def ask(self, method: str, path: str, body: dict | None = None, timeout: float = 10) -> int:
        connection = HTTPConnection(self.address, timeout=timeout)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def stop(self) -> float:
        begun = time.monotonic()
        self._process.send_signal(signal.SIGINT)
        if self._process.wait(timeout=30):
            raise AssertionError(f"The server ended with {self._process.returncode}.")
        return time.monotonic() - begun


def watch(server: Server, visit: Visit, seconds: float) -> list[float]:
    """The memory at each second, in megabytes."""
    memory, weather = [], weathers()
    begun = changed = time.monotonic()
    while time.monotonic() - begun < seconds:
        try:
            assert server.ask("GET", "/health", timeout=2) == 200
        except (OSError, AssertionError) as error:
            visit.complain(f"/health was not answered within two seconds: {error!r}")
            if sum(times for what, times in visit.wrong.items() if what.startswith("/health")) >= 30:
                sys.exit(f"The server stands still; it is left running with the process id {server.pid}.")
        memory.append(server.megabytes())
        if time.monotonic() >= changed:
            changed += WEATHER
            server.ask("PUT", "/api/network", next(weather))
        if len(memory) % 60 == 0:
            said = f"{visit.statuses.total()} answers, {memory[-1]:.0f} MB, {server.open_files()} files"
            print(f"{len(memory) // 60} min: {said}, {visit.wrong.total()} complaints", flush=True)
        time.sleep(1)
    return memory


def leave(server: Server, visitors: list[Visitor], visit: Visit, before: int):
    """All leave; what was open for them is closed."""
    visit.is_over.set()
    server.ask("PUT", "/api/network", next(weathers()))
    for visitor in visitors:
        visitor.join(timeout=180)
    if any(visitor.is_alive() for visitor in visitors):
        visit.complain("a visitor waits for an answer")
    # The connections to the upstream are kept for a minute, in case that they are wanted again.
    end = time.monotonic() + 120
    while server.open_files() > before and time.monotonic() < end:
        time.sleep(1)
    if server.open_files() > before:
        visit.complain(f"{server.open_files()} files are open, and {before} were before")


def main() -> int:
    minutes, visitors = (float(sys.argv[1]) if sys.argv[1:] else 60), (int(sys.argv[2]) if sys.argv[2:] else 50)
    with tempfile.TemporaryDirectory(prefix="soak-gallery") as data:
        server = Server(data)
        visit = Visit(server.address)
        # As many as it has once everything that is opened once is open.
        scout = Visitor(visit, -1)
        for screen in (scout.page, scout.music, scout.gifs, scout.covers, scout.photos, scout.library, scout.timeline):
            screen()
        scout.leave()
        before = server.open_files()
        crowd = [Visitor(visit, number) for number in range(visitors)]
        for visitor in crowd:
            visitor.start()
        memory = watch(server, visit, minutes * 60)
        leave(server, crowd, visit, before)
        idle = server.megabytes()
        if (stopped := server.stop()) > 2:
            visit.complain(f"it stopped after {stopped:.1f} s")
    quarter = len(memory) // 4
    (second, last) = (statistics.median(memory[quarter : 2 * quarter]), statistics.median(memory[-quarter:]))
    if last > 1.1 * second:
        visit.complain(f"memory grew from {second:.0f} to {last:.0f} MB")
    print(f"{visit.statuses.total()} answers ({dict(sorted(visit.statuses.items()))}), {visit.batches} batches,")
    print(f"{visit.left} left early, {visit.broken} connections broke; memory {second:.0f} MB in the second quarter,")
    print(f"{last:.0f} MB in the last, {idle:.0f} MB when all had left; stopped within {stopped:.1f} s.")
    for what, times in visit.wrong.most_common():
        print(f"wrong, {times} times: {what}")
    return 1 if visit.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
