#!/usr/bin/env python3
"""Measures `gallery serve` beside what one would take instead: scripts/bench-gallery.py [SECONDS], or `make bench-gallery`.

All of it in one run over loopback, against one upstream in a process of its own:
- a picture that is there already, asked for over 32 connections, beside the same bytes out of bare Hummingbird, the
  library that Gallery serves with;
- covers of 1200 × 800 made small for the first time, beside thumbor and nginx's image filter: how many for a second of the
  server's own CPU time, whatever the upstream took;
- one picture that nobody has, asked for by 200 at once: requests at the upstream;
- the time from the program's start to its first answer.

GALLERY_BIN and BARE_BIN name the two programs, both built for release.
"""

import http.client
import json
import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from base64 import urlsafe_b64decode
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
GALLERY = os.environ.get("GALLERY_BIN", str(ROOT / "Gallery/.build/release/gallery"))
BARE = os.environ.get("BARE_BIN", str(ROOT / "Benchmarks/.build/release/BarePicture"))
THUMBOR = os.environ.get("THUMBOR_BIN", str(ROOT / ".venv-bench/bin/thumbor"))
NGINX_MODULES = Path("/usr/lib/nginx/modules")
CONNECTIONS = 32
COVERS = 480
AT_ONCE = 8
ROUNDS = 5
HOT_CLIENTS = 200
TICKS = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    import socket
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def get(address: str, path: str, accept: str = "image/jpeg") -> bytes:
    connection = http.client.HTTPConnection(address, timeout=60)
    try:
        connection.request("GET", path, headers={"Accept": accept})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{address}{path} answered {answer.status}: {body[:200]!r}")
        return body
    finally:
        connection.close()


def wait_for(address: str, path: str):
    """Until a server that says nothing when it is ready answers."""
    limit = time.monotonic() + 30
    while True:
        try:
            connection = http.client.HTTPConnection(address, timeout=5)
            connection.request("GET", path)
            connection.getresponse().read()
            return
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.05)


class Program:
    """A server, until the block ends."""

    def __init__(self, *command: str, reads: bool = False):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe if reads else subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        self.lines: list[str] = []

    def first_line(self) -> str:
        line = self.process.stdout.readline()
        threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True).start()
        return line

    def cpu(self) -> float:
        """Seconds of CPU time that it and its children have taken so far."""
        wanted = {self.process.pid}
        times = {}
        for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda one: int(one.name)):
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(folder.name) in wanted or int(fields[1]) in wanted:
                wanted.add(int(folder.name))
                times[folder.name] = (int(fields[11]) + int(fields[12])) / TICKS
        return sum(times.values())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)
        # Thumbor leaves its own processes behind.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


class Gallery(Program):
    def __init__(self, *arguments: str):
        super().__init__(GALLERY, *arguments, "--port", "0", "--json", reads=True)
        self.address = urlsplit(json.loads(self.first_line())["listening"]).netloc


def serving(upstream: Gallery, data: str) -> Gallery:
    return Gallery("serve", "--articles", f"http://{upstream.address}", "--allow-private-addresses", "--data", data)


def pictures(server: Gallery, count: int, first: int = 0) -> list[tuple[str, str]]:
    """Covers' paths at the server, 480 wide, and at the upstream."""
    found = []
    while len(found) < count:
        slice = json.loads(get(server.address, f"/api/covers?from={first + len(found)}&count=60", "application/json"))
        for cover in slice["covers"]:
            encoded = cover["image"].split("/")[3]
            url = urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
            found.append((cover["image"], urlsplit(url).path))
    return found[:count]


# MARK: A picture that is there


def requests_per_second(address: str, path: str, seconds: int) -> float:
    command = ["wrk", "--threads", "1", "--connections", str(CONNECTIONS), "--duration", f"{seconds}s",
               "--header", "Accept: image/jpeg", f"http://{address}{path}"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(output)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def kept_picture(upstream: Gallery, folder: str, seconds: int):
    with serving(upstream, f"{folder}/kept") as gallery:
        path, _ = pictures(gallery, 1)[0]
        file = Path(folder) / "picture.jpg"
        file.write_bytes(get(gallery.address, path))
        with Program(BARE, str(file), reads=True) as bare:
            address = f"127.0.0.1:{int(bare.first_line())}"
            rounds = [
                (requests_per_second(gallery.address, path, seconds), requests_per_second(address, "/picture", seconds))
                for _ in range(ROUNDS)
            ]
    ours, theirs = (statistics.median(column) for column in zip(*rounds))
    ratio = statistics.median(one / other for one, other in rounds)
    print(f"a picture of {file.stat().st_size / 1000:.0f} KB that is there: {ours:,.0f} a second; "
          f"bare Hummingbird {theirs:,.0f}; ratio {ratio:.2f}")


# MARK: Pictures that are made


def made_per_second(program: Program, address: str, paths: list[str]) -> float:
    before = program.cpu()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for picture in pool.map(lambda path: get(address, path), paths):
            if picture[:3] != b"\xff\xd8\xff":
                raise RuntimeError(f"{address} has not made a JPEG")
    return len(paths) / (program.cpu() - before)


def nginx(folder: str, upstream: str, port: int) -> Program:
    configuration = Path(folder) / "nginx.conf"
    configuration.write_text(f"""
load_module {NGINX_MODULES}/ngx_http_image_filter_module.so;
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://{upstream};
      image_filter resize 480 320;
      image_filter_jpeg_quality 80;
      image_filter_buffer 20M;
    }}
  }}
}}
""")
    return Program("nginx", "-p", folder, "-c", str(configuration))


def thumbor(folder: str, port: int, keeps: bool) -> Program:
    """Without its storages, or keeping originals and results in files, as Gallery does."""
    configuration = Path(folder) / f"thumbor-{keeps}.conf"
    storages = {
        "STORAGE": "thumbor.storages.file_storage" if keeps else "thumbor.storages.no_storage",
        "FILE_STORAGE_ROOT_PATH": f"{folder}/thumbor/originals",
        "RESULT_STORAGE": "thumbor.result_storages.file_storage" if keeps else None,
        "RESULT_STORAGE_FILE_STORAGE_ROOT_PATH": f"{folder}/thumbor/results",
        "RESULT_STORAGE_STORES_UNSAFE": True,
        "ALLOW_UNSAFE_URL": True,
        "QUALITY": 80,
    }
    configuration.write_text("".join(f"{name} = {value!r}\n" for name, value in storages.items()))
    return Program(THUMBOR, "--ip", "127.0.0.1", "--port", str(port), "--processes", "2", "--conf", str(configuration))


def made_pictures(upstream: Gallery, folder: str):
    with ExitStack() as running:
        gallery = running.enter_context(serving(upstream, f"{folder}/made"))
        covers = pictures(gallery, COVERS, first=1_000)
        # Drawn once, so that the upstream is no slower for the one that asks first.
        for _, path in covers:
            get(upstream.address, path)
        servers = {"Gallery": (gallery, gallery.address, [path for path, _ in covers])}

        def add(name: str, program: Program, port: int, ready: str, paths: list[str]):
            address = f"127.0.0.1:{port}"
            servers[name] = (running.enter_context(program), address, paths)
            wait_for(address, ready)

        if NGINX_MODULES.joinpath("ngx_http_image_filter_module.so").exists():
            port = free_port()
            add("nginx", nginx(folder, upstream.address, port), port, covers[0][1], [path for _, path in covers])
        for name, keeps in [("thumbor", True), ("thumbor that keeps nothing", False)] if Path(THUMBOR).exists() else []:
            port = free_port()
            paths = [f"/unsafe/480x320/http://{upstream.address}{path}" for _, path in covers]
            add(name, thumbor(folder, port, keeps), port, "/healthcheck", paths)
        # By turns: what else the machine does moves each of them by a tenth.
        results = {name: [] for name in servers}
        for first in range(0, COVERS, COVERS // ROUNDS):
            for name, (program, address, paths) in servers.items():
                results[name].append(made_per_second(program, address, paths[first : first + COVERS // ROUNDS]))
    ours = results.pop("Gallery")
    words = [f"Gallery {statistics.median(ours):,.0f}"]
    for name, theirs in results.items():
        ratio = statistics.median(one / other for one, other in zip(ours, theirs))
        words.append(f"{name} {statistics.median(theirs):,.0f}, ratio {ratio:.2f}")
    print(f"covers of 1200 × 800 made 480 wide for the first time, for a second of CPU time: {'; '.join(words)}")


# MARK: A hot picture, and the start


def hot_picture(upstream: Gallery, folder: str):
    with serving(upstream, f"{folder}/hot") as gallery:
        path, source = pictures(gallery, 1, first=5_000)[0]
        with ThreadPoolExecutor(HOT_CLIENTS) as pool:
            bodies = set(pool.map(lambda _: get(gallery.address, path), range(HOT_CLIENTS)))
    asked = sum(json.loads(line).get("path") == source for line in upstream.lines)
    print(f"a picture that nobody has, asked for by {HOT_CLIENTS} at once: {asked} request at its upstream, "
          f"{len(bodies)} answer")


def start(folder: str):
    taken = []
    for number in range(ROUNDS):
        begun = time.monotonic()
        with Gallery("serve", "--data", f"{folder}/start{number}") as gallery:
            get(gallery.address, "/health", "*/*")
            taken.append(time.monotonic() - begun)
    print(f"from the program's start to its first answer: {statistics.median(taken) * 1000:.0f} ms")


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))
    with tempfile.TemporaryDirectory() as folder:
        # Nginx's workers are another user's.
        os.chmod(folder, 0o755)
        with Gallery("upstream") as upstream:
            kept_picture(upstream, folder, seconds)
            made_pictures(upstream, folder)
            hot_picture(upstream, folder)
        start(folder)


if __name__ == "__main__":
    main()
