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
import urllib.request
from pathlib import Path

from cluster import BINARY, Cluster, Server
from cluster_clients import Clients, Keeper, Listener, Viewer

SERVERS = 3
AT_ONCE = 6
# More than a server takes at a time, so that several carry out one batch.
MEMBERS = 150
# Those that take three seconds, where batches are spread over the time.
SLOW = 6
VIEWERS = 3
# In seconds.
PATIENCE = 90


class Trial:
    def __init__(self, folder: Path, options: argparse.Namespace):
        self.options = options
        self.cluster = Cluster(folder, SERVERS, balanced=options.clients > 0, divided=options.cut > 0)
        self.clients = Clients(self.cluster, stay=options.clients > 0)
        self.keeper = Keeper(self.clients)
        self.batches: dict[str, list[Listener]] = {}
        self.kills = self.restarts = 0

    @property
    def listeners(self) -> list[Listener]:
        return [listener for listeners in self.batches.values() for listener in listeners]

    # What is asked of the cluster.

    def order(self):
        """A batch that is answered for, with its listeners."""
        urls = [f"/photos/{member + 1}.jpg?width=32" for member in range(MEMBERS - 1)] + ["/photos/1/missing.jpg"]
        if self.options.batches:
            for member in random.sample(range(MEMBERS - 1), SLOW):
                # Another address each time: what was loaded once is not waited for again.
                urls[member] += f"&fault=slow-headers&copy={random.randrange(1 << 32)}"
        answer = None
        while not answer and not self.clients.is_over.is_set():
            answer = self.clients.ask("/api/photos", {"urls": urls})
        if answer:
            batch = json.loads(answer[1])["batch"]
            count = self.options.clients // self.options.batches if self.options.clients else 1
            self.batches[batch] = [Listener(self.clients, batch, MEMBERS) for _ in range(count)]
            for listener in self.batches[batch]:
                listener.start()

    def order_many(self):
        """So many over the time, of which one that is not answered holds up no other; or as many as there is room for."""
        pause = self.options.pace * self.options.kills / (self.options.batches or 1)
        orders = [threading.Thread(target=self.order) for _ in range(self.options.batches or 0)]
        for order in orders:
            order.start()
            time.sleep(pause)
        for order in orders:
            order.join()
        while not orders and not self.clients.is_over.is_set():
            if sum(not listeners[0].ends for listeners in self.batches.values()) < AT_ONCE:
                self.order()
            else:
                time.sleep(0.02)

    # What happens to the cluster.

    def live(self):
        options = self.options
        ordering = threading.Thread(target=self.order_many, daemon=True)
        users = [*(Viewer(self.clients) for _ in range(VIEWERS)), self.keeper] if options.clients else []
        for thread in [ordering, *users]:
            thread.start()
        restarts = {(number + 1) * options.kills // (options.restarts + 1) for number in range(options.restarts)}
        cut_off = None
        for kill in range(1, options.kills + 1):
            time.sleep(options.pace)
            if kill in restarts:
                self.cluster.database.restart()
                self.restarts += 1
            # One that is cut off could not start again.
            spared = cut_off.args if cut_off and cut_off.is_alive() else []
            victim = random.choice([server for server in self.cluster.servers if server not in spared])
            victim.kill()
            victim.start()
            self.kills += 1
            if options.cut and kill == (options.kills + 1) // 2:
                cut_off = self.cut(random.choice(self.cluster.servers))
        if options.batches:
            ordering.join()
        self.clients.is_over.set()
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
        while time.monotonic() < deadline:
            if all(listener.ends for listener in self.listeners) and not self.cluster.database.rows(ends):
                break
            time.sleep(0.1)
        wrong = self.clients.wrong + [text for listener in self.listeners for text in listener.wrong()]
        wrong += [f"The batch {name} has not ended." for name in self.cluster.database.rows(ends)]
        if not self.batches:
            wrong.append("No batch was answered for.")
        # An ended batch is kept for a while only, and the latest ones in any case.
        for batch in list(self.batches)[-5:]:
            for server in self.cluster.servers:
                with urllib.request.urlopen(f"{server.address}/api/photos/{batch}", timeout=30) as answer:
                    told = json.load(answer)
                statuses = sorted({member["status"] for member in told["members"]})
                if not told["done"] or told["done"]["succeeded"] != MEMBERS - 1 or statuses != ["failed", "succeeded"]:
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
        clients, listeners = self.clients, self.listeners
        totals = (
            f"{len(self.batches)} batches, {sum(listener.streams for listener in listeners)} streams, {self.kills} kills, "
            f"{self.restarts} restarts of the database, {clients.refusals} refusals"
        )
        if self.options.clients:
            totals += (
                f", {clients.breaks} answers that broke off; {len(listeners)} clients, of whom "
                f"{sum(listener.missed > 0 for listener in listeners)} had missed something, and the last heard the end after "
                f"{max(listener.waited for listener in listeners):.0f} s; {len(clients.seen)} pictures seen {clients.views} "
                f"times, {len(self.keeper.kept)} kept"
            )
        return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, help="how often a server is killed")
    parser.add_argument("--pace", type=float, default=2, help="how many seconds all are left alone between two kills")
    parser.add_argument("--restarts", type=int, help="of the database; one for three kills where that is not said")
    parser.add_argument("--batches", type=int, help="spread over the time; as many as there is room for")
    parser.add_argument("--clients", type=int, default=0, help="the same number for each batch; one for each where none are said")
    parser.add_argument("--cut", type=float, default=0, help="how many seconds a server does not reach the database")
    options = parser.parse_args()
    if options.restarts is None:
        options.restarts = options.kills // 3
    if not BINARY:
        parser.error("GALLERY_BIN names no program")
    if options.clients and (not options.batches or options.clients % options.batches):
        parser.error("as many of the --clients follow each of the --batches: say a multiple")
    if options.clients and not shutil.which("nginx"):
        parser.error("--clients go through nginx, which scripts/install.sh cluster installs")
    # The first process of a namespace of its own: with it goes everything that was begun there, however it ends.
    if options.cut and os.getpid() != 1:
        if os.getuid() != 0:
            parser.error("--cut needs root: a server is cut off in a network of its own")
        own = "unshare --net --mount --pid --fork --kill-child --mount-proc"
        os.execvp("unshare", [*own.split(), sys.executable, *sys.argv])
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
