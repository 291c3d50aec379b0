"""Servers on one PostgreSQL, each to be killed or to be cut off from it, and nginx before them."""

import os
import random
import socket
import subprocess
import threading
import time
from pathlib import Path

LOOPBACK = "127.0.0.1"
SCRIPTS = Path(__file__).resolve().parent
BINARY = os.environ.get("GALLERY_BIN")
# Everybody asks from one address.
ROOM = """--max-clients 4000 --max-per-client 4000 --max-listeners 4000 --max-listeners-per-client 4000
  --max-images-per-client 128 --max-batches 1000 --max-batches-per-client 1000""".split()


class Database:
    def __init__(self, folder: Path, network: "Network | None"):
        self.process = subprocess.Popen(
            [SCRIPTS / "postgres.sh", folder, *([network.database] if network else [])], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )
        port = self.process.stdout.readline().strip()
        if not port:
            raise SystemExit("PostgreSQL has not started; run scripts/postgres.sh to see why.")
        self.own_address = f"postgres://errands:errands@{LOOPBACK}:{port}/postgres"
        self.address = f"postgres://errands:errands@{network.database if network else LOOPBACK}:{port}/postgres"

    def restart(self):
        """As after a power cut: nobody is told, and what was not kept is lost. It takes a moment."""
        self.process.stdin.write("restart\n")
        self.process.stdin.flush()

    def rows(self, query: str) -> list[str]:
        answer = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--command", query, self.own_address],
            check=True, stdout=subprocess.PIPE, text=True,
        )
        return answer.stdout.split("\n")[:-1]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Network:
    """Each server in a namespace of its own, with one wire to those who ask it and one to the database.

    It is made in the namespace of this process, and goes with that.
    """

    database = "10.2.0.1"
    front = "10.1.0.1"

    def __init__(self, servers: int):
        # Where the names of namespaces are kept is this process's own, too.
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        self.ip("link set lo up")
        for side, address in (("front", self.front), ("back", self.database)):
            self.ip(f"link add {side} type bridge")
            self.ip(f"address add {address}/24 dev {side}")
            self.ip(f"link set {side} up")
        for number in range(servers):
            self.ip(f"netns add {number}")
            self.ip(f"-netns {number} link set lo up")
            for side, address in (("front", self.address(number)), ("back", f"10.2.0.{number + 2}")):
                self.ip(f"link add {side}{number} type veth peer name {side} netns {number}")
                self.ip(f"link set {side}{number} master {side} up")
                self.ip(f"-netns {number} address add {address}/24 dev {side}")
                self.ip(f"-netns {number} link set {side} up")

    @staticmethod
    def ip(command: str):
        subprocess.run(["ip", *command.split()], check=True)

    @staticmethod
    def address(number: int) -> str:
        return f"10.1.0.{number + 2}"

    @staticmethod
    def command(number: int) -> list[str]:
        return ["ip", "netns", "exec", str(number)]

    @staticmethod
    def cut(server: "Server"):
        """Nothing comes through between the server and the database any more, and nobody is told."""
        subprocess.run(f"bridge link set dev back{server.number} state 0".split(), check=True)

    @staticmethod
    def mend(server: "Server"):
        subprocess.run(f"bridge link set dev back{server.number} state 3".split(), check=True)


class Server:
    """At one place for all its lives."""

    def __init__(self, number: int, folder: Path, database: Database | None, network: Network | None, public: str | None):
        self.number = number
        host, port = network.address(number) if network else LOOPBACK, free_port()
        self.place = f"{host}:{port}"
        self.address = f"http://{self.place}"
        self.log = folder / f"server{number}.log"
        self.environment = os.environ | ({"GALLERY_DATABASE": database.address} if database else {})
        self.command = [
            *(network.command(number) if network else []), BINARY, "serve", "--json", "--quiet", *ROOM,
            "--data", str(folder / f"server{number}"), "--host", host, "--port", str(port),
            *(["--public-url", public, "--trusted-proxy", network.front if network else LOOPBACK] if public else []),
        ]
        self.start()

    def start(self):
        # Nothing listens for a moment where the one before was killed.
        for _ in range(100):
            with self.log.open("a") as log:
                self.process = subprocess.Popen(
                    self.command, env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True
                )
            if self.process.stdout.readline():
                break
            # The database is started again just now.
            self.process.wait()
            time.sleep(0.1)
        else:
            raise SystemExit(f"A server does not start: {self.log.read_text()[-1000:]}")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


class Balancer:
    def __init__(self, folder: Path, place: str, servers: list[Server]):
        with (folder / "balancer.log").open("w") as log:
            self.process = subprocess.Popen(
                [SCRIPTS / "balancer.sh", folder, place, *[server.place for server in servers]], stderr=log
            )
        host, port = place.split(":")
        while True:
            try:
                return socket.create_connection((host, int(port))).close()
            except ConnectionRefusedError:
                if self.process.poll() is not None:
                    raise SystemExit(f"nginx does not start: {(folder / 'balancer.log').read_text()}") from None
                time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


class Cluster:
    def __init__(self, folder: Path, servers: int, balanced: bool, divided: bool):
        network = Network(servers) if divided else None
        self.network = network
        self.database = Database(folder / "postgres", network)
        place = f"{LOOPBACK}:{free_port()}" if balanced else None
        self.public = f"http://{place}" if place else None
        self.servers = [Server(number, folder, self.database, network, self.public) for number in range(servers)]
        self.balancer = Balancer(folder, place, self.servers) if place else None

    @property
    def address(self) -> str:
        """Where somebody asks who does not care which server it is."""
        return self.public or random.choice(self.servers).address

    def stop(self):
        for part in [self.balancer, *self.servers, self.database]:
            if part:
                part.stop()


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind((LOOPBACK, 0))
        return listening.getsockname()[1]
