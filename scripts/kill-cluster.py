#!/usr/bin/env python3
"""Three servers on one PostgreSQL, killed so many times: `GALLERY_BIN=… scripts/kill-cluster.py 100`.

Every few seconds one of them is killed and started again, and at every third time the database is. Batches are started at any
server, and followed by listeners that go to another server whenever their stream breaks. At the end each batch that was
answered for has ended once, each of its members was told once, and every server says the same of it.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BINARY = os.environ.get("GALLERY_BIN")
MEMBERS = 30
AT_ONCE = 6
SERVERS = 3
# How long a server is left alone at least, in seconds.
PACE = 2.0
KILLS_PER_RESTART = 3
PATIENCE = 90


class Database:
    def __init__(self, folder: Path):
        self.folder = folder
        self.process = subprocess.Popen(
            [ROOT / "scripts/postgres.sh", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True,
        )
        self.port = self.process.stdout.readline().strip()
        if not self.port:
            sys.exit("PostgreSQL has not started; run scripts/postgres.sh to see why.")
        self.address = f"postgres://errands:errands@127.0.0.1:{self.port}/postgres"

    def restart(self):
        """As after a power cut: nobody is told, and what was not kept is lost."""
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        tool = str(programs[-1] / "pg_ctl") if programs else "pg_ctl"
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        subprocess.run(
            [*user, tool, f"--pgdata={self.folder}/data", "--silent", "--wait", "--mode=immediate", f"--log={self.folder}/log", "restart"],
            cwd=self.folder, check=True, stdout=subprocess.DEVNULL,
        )

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Server:
    """At one port for all its lives."""

    def __init__(self, number: int, folder: Path, database: Database):
        self.data = folder / f"server{number}"
        self.database = database
        self.port = 0
        self.start()

    def start(self):
        # Nothing listens for a moment where the one before was killed.
        for _ in range(100):
            self.process = subprocess.Popen(
                [BINARY, "serve", "--port", str(self.port), "--data", self.data, "--json", "--quiet", "--max-batches", "1000",
                 "--max-batches-per-client", "1000"],
                env=os.environ | {"GALLERY_DATABASE": self.database.address}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                text=True,
            )
            line = self.process.stdout.readline()
            if line:
                break
            # The database is started again just now.
            self.process.wait()
            time.sleep(0.1)
        else:
            sys.exit(f"The server at port {self.port} does not start.")
        self.address = json.loads(line)["listening"]
        self.port = int(self.address.rsplit(":", 1)[1])
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        return self.process.wait(timeout=20)


class Batch:
    """What one listener has heard of its batch."""

    def __init__(self, name: str, cluster: "Cluster"):
        self.name = name
        self.cluster = cluster
        self.members: list[int] = []
        self.ends = 0
        self.missed = 0
        self.streams = 0
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def follow(self):
        last = None
        while not self.ends:
            server = random.choice(self.cluster.servers)
            headers = {"Last-Event-ID": last} if last else {}
            address = f"{server.address}/api/events?topics=photos&batch={self.name}"
            try:
                with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as stream:
                    self.streams += 1
                    event = {}
                    for line in stream:
                        text = line.decode().rstrip("\n")
                        if text:
                            field, _, value = text.partition(": ")
                            event[field] = value
                            continue
                        if "event" in event:
                            last = event.get("id", last)
                            self.hear(event["event"], json.loads(event["data"]))
                        event = {}
                        if self.ends:
                            return
            except Exception:  # It is away, or has gone in the middle of a chunk.
                pass
            time.sleep(0.05)

    def hear(self, name: str, data):
        if name == "photo":
            self.members += [member["index"] for member in data["members"]]
        elif name == "photos-done":
            self.ends += 1
        elif name == "missed":
            self.missed += 1


class Cluster:
    def __init__(self, folder: Path):
        self.database = Database(folder / "postgres")
        self.servers = [Server(number, folder, self.database) for number in range(SERVERS)]
        self.batches: list[Batch] = []
        self.kills = 0
        self.restarts = 0
        self.refusals = 0

    def order(self):
        """A batch that is answered for; none where the server is just away."""
        server = random.choice(self.servers)
        urls = [f"/photos/{member + 1}.jpg?width=32" for member in range(MEMBERS - 1)] + ["/photos/1/missing.jpg"]
        request = urllib.request.Request(
            f"{server.address}/api/photos", data=json.dumps({"urls": urls}).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.batches.append(Batch(json.load(answer)["batch"], self))
        except urllib.error.HTTPError as error:
            assert error.code == 503 and error.headers["Retry-After"], f"{error.code}: {error.read().decode()}"
            self.refusals += 1
        except OSError:
            self.refusals += 1

    def live(self, kills: int):
        next_kill = time.monotonic() + PACE
        while self.kills < kills:
            if sum(not batch.ends for batch in self.batches) < AT_ONCE:
                self.order()
            else:
                time.sleep(0.02)
            if time.monotonic() > next_kill:
                self.kills += 1
                if self.kills % KILLS_PER_RESTART == 0:
                    self.database.restart()
                    self.restarts += 1
                server = random.choice(self.servers)
                server.kill()
                server.start()
                next_kill = time.monotonic() + PACE

    def check(self) -> list[str]:
        wrong = []
        deadline = time.monotonic() + PATIENCE
        for batch in self.batches:
            batch.thread.join(timeout=max(0, deadline - time.monotonic()))
            if batch.ends != 1:
                wrong.append(f"{batch.name} was told to have ended {batch.ends} times")
            if len(set(batch.members)) != len(batch.members):
                wrong.append(f"{batch.name} has members that were told twice: {sorted(batch.members)}")
            if not batch.missed and len(batch.members) != MEMBERS:
                wrong.append(f"{batch.name} has told of {len(batch.members)} members of {MEMBERS}")
        # An ended batch is kept for a while only, and the latest ones in any case.
        for batch in self.batches[-5:]:
            for server in self.servers:
                with urllib.request.urlopen(f"{server.address}/api/photos/{batch.name}", timeout=30) as answer:
                    told = json.load(answer)
                statuses = sorted({member["status"] for member in told["members"]})
                if not told["done"] or told["done"]["succeeded"] != MEMBERS - 1 or statuses != ["failed", "succeeded"]:
                    wrong.append(f"{server.address} says of {batch.name}: {told['done']}, {statuses}")
        return wrong

    def stop(self):
        for server in self.servers:
            server.stop()
        self.database.stop()


def main():
    if not BINARY or len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = Path(tempfile.mkdtemp(prefix="gallery-cluster-"))
    folder.chmod(0o711)
    try:
        cluster = Cluster(folder)
        cluster.live(int(sys.argv[1]))
        wrong = cluster.check()
        cluster.stop()
        streams = sum(batch.streams for batch in cluster.batches)
        print(
            f"{len(cluster.batches)} batches, {streams} streams, {cluster.kills} kills, {cluster.restarts} restarts of the "
            f"database, {cluster.refusals} refusals"
        )
        for sentence in wrong:
            print(sentence)
        sys.exit(1 if wrong else 0)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
