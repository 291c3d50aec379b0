"""Two thousand clients that listen, and a hundred batches at once: each hears of its own batch, once, and to the end.

`GALLERY_CROWD=2000` runs it, with so many clients; it needs as many open files, and a minute. It says how much memory a
client takes, and with `GALLERY_CROWD_MEMORY=20480` fails where that is more, in bytes.
"""

import asyncio
import json
import os
import resource
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

CLIENTS = int(os.environ.get("GALLERY_CROWD", "0"))
BATCHES = 100
MEMBERS = 20
MEMORY_PER_CLIENT = int(os.environ.get("GALLERY_CROWD_MEMORY", "0"))

pytestmark = pytest.mark.skipif(CLIENTS == 0, reason="GALLERY_CROWD=2000 runs it")


class Server:
    def __init__(self, binary: Path, data: Path):
        many = str(CLIENTS * 2 + 1000)
        limits = ["clients", "per-client", "listeners", "listeners-per-client", "batches", "batches-per-client"]
        options = [word for limit in limits for word in (f"--max-{limit}", many)]
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--json", "--timeout", "300s", "--data", data, *options], stdout=subprocess.PIPE, text=True
        )
        self.address = json.loads(self.process.stdout.readline())["listening"]
        # The lines about requests would fill the pipe.
        self.drain = subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    @property
    def memory(self) -> int:
        """What of it is in memory, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024

    def order(self, number: int) -> str:
        # The same photos, of which every tenth is none: what is tried is not how fast they are drawn.
        urls = [f"/photos/{member + 1}.jpg?width=32&batch={number % 4}" for member in range(MEMBERS - 2)]
        # The last one never comes: it is there until the batch is cancelled, so that all are there at once.
        urls += ["/photos/1/missing.jpg", f"/photos/{number + 1}.jpg?fault=stall"]
        request = urllib.request.Request(
            f"{self.address}/api/photos",
            data=json.dumps({"urls": urls}).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["batch"]

    def cancel(self, batch: str):
        address = f"{self.address}/api/photos/{batch}"
        headers = {"Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(address, method="DELETE", headers=headers)) as answer:
            assert answer.status == 204

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=20) == 0
        self.drain.wait(timeout=5)


class Client:
    """Hears of one batch, and stays."""

    def __init__(self):
        self.indices: list[int] = []
        self.ends: list[dict] = []
        self.missed = 0
        self.ended = asyncio.Event()

    async def listen(self, port: int, query: str):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(f"GET /api/events?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head.splitlines()[0], head
        self.task = asyncio.create_task(self._read())

    async def _read(self):
        text = b""
        while chunk := await self.reader.read(65536):
            # A chunk's length stands on a line of its own, which no line of an event looks like.
            text += chunk
            *blocks, text = text.split(b"\n\n")
            for block in blocks:
                self._take(block)

    def _take(self, block: bytes):
        lines = dict(line.split(b": ", 1) for line in block.splitlines() if b": " in line)
        match lines.get(b"event"):
            case b"photo":
                self.indices += [member["index"] for member in json.loads(lines[b"data"])["members"]]
            case b"photos-done":
                self.ends.append(json.loads(lines[b"data"]))
                self.ended.set()
            case b"missed":
                self.missed += 1


@pytest.fixture
def server(binary, tmp_path):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard < CLIENTS * 2 + 200:
        pytest.skip(f"{hard} open files are too few")
    server = Server(binary, tmp_path)
    yield server
    server.stop()


def test_every_client_hears_the_one_end_of_its_own_batch(server):
    asyncio.run(crowd(server))


async def crowd(server: Server):
    port = int(server.address.rsplit(":", 1)[1])
    # What a first batch and a first client bring into memory is not the clients'.
    warm = Client()
    batch = await asyncio.to_thread(server.order, BATCHES + 1)
    await warm.listen(port, f"batch={batch}")
    await asyncio.to_thread(server.cancel, batch)
    await asyncio.wait_for(warm.ended.wait(), 60)
    await asyncio.sleep(2)
    idle = server.memory

    quiet = [Client() for _ in range(CLIENTS)]
    for group in range(0, CLIENTS, 100):
        await asyncio.gather(*(client.listen(port, "topics=models") for client in quiet[group : group + 100]))
    await asyncio.sleep(2)
    silent = (server.memory - idle) / CLIENTS
    for client in quiet:
        client.task.cancel()
        client.writer.close()
    await asyncio.sleep(2)

    start = time.monotonic()
    batches = [await asyncio.to_thread(server.order, number) for number in range(BATCHES)]
    clients = [Client() for _ in range(CLIENTS)]
    for group in range(0, CLIENTS, 100):
        await asyncio.gather(
            *(
                client.listen(port, f"batch={batches[(group + place) % BATCHES]}")
                for place, client in enumerate(clients[group : group + 100])
            )
        )
    opened = time.monotonic() - start
    # Each has heard what there is to hear.
    while any(len(client.indices) < MEMBERS - 1 for client in clients):
        assert time.monotonic() - start < 600
        await asyncio.sleep(0.1)
    await asyncio.to_thread(lambda: [server.cancel(batch) for batch in batches])
    await asyncio.wait_for(asyncio.gather(*(client.ended.wait() for client in clients)), 60)
    ended = time.monotonic() - start
    # Long enough for an end that came twice.
    await asyncio.sleep(2)
    loud = (server.memory - idle) / CLIENTS
    print(
        f"\n{CLIENTS} clients open after {opened:.1f} s, all batches heard after {ended:.1f} s; "
        f"{silent / 1024:.1f} KB a client that hears nothing, {loud / 1024:.1f} KB with {BATCHES} batches in memory"
    )
    for place, client in enumerate(clients):
        assert [end["batch"] for end in client.ends] == [batches[place % BATCHES]]
        end = client.ends[0]
        assert (end["succeeded"], end["failed"], end["cancelled"]) == (MEMBERS - 2, 1, 1)
        assert client.missed == 0 and sorted(client.indices) == list(range(MEMBERS))
    # What a client takes depends on how the program is built: a limit is checked where one is given.
    assert MEMORY_PER_CLIENT == 0 or silent <= MEMORY_PER_CLIENT
