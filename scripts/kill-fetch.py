#!/usr/bin/env python3
"""Kills `gallery fetch` at random moments, and looks at what is left: scripts/kill-fetch.py [ROUNDS] [SEED]

In each round many small files and a few large ones are fetched from `gallery upstream`. The program is killed (SIGKILL)
once, twice or three times, and then let to its end. At every moment a file that has its name is whole and right; in the
end all of them are there and nothing else is; and none that was whole before a run is fetched by it again.

GALLERY_BIN names the program; by default it is the one that `swift build --package-path Gallery` makes. The seed is
printed, so that a round that went wrong can be tried again, as far as the machine lets it.
"""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
BINARY = os.environ.get("GALLERY_BIN", str(ROOT / "Gallery/.build/debug/gallery"))
# No longer than a run that is let to its end takes, so that kills come in all of it.
LONGEST = 0.9


def files(chance: random.Random) -> dict[str, int]:
    """Names and sizes. Some are larger than what is gathered before it is written (256 KiB), some just as large."""
    small = {f"small-{number}.bin": chance.randint(1, 60_000) for number in range(30)}
    return small | {"empty.bin": 0, "edge.bin": 256 << 10, "large-1.bin": 600_000, "large-2.bin": 1_500_000,
                    "large-3.bin": 2_000_000}


class Round:
    def __init__(self, folder: Path, addresses: Path, digests: dict[str, str]):
        self.files = folder / "files"
        self._digests = digests
        self._command = [
            BINARY, "fetch", "--json", "--if-changed", "--allow-private-addresses", "--concurrency", "6",
            "--from", str(addresses), "--to", str(self.files), "--data", str(folder / "data")]

    def whole(self) -> set[str]:
        """The files that have their names, each of which has to be right."""
        if not self.files.exists():
            return set()
        names = {path.name for path in self.files.iterdir() if not path.name.startswith(".")}
        assert names <= self._digests.keys(), f"strangers: {names - self._digests.keys()}"
        for name in names:
            digest = hashlib.sha256((self.files / name).read_bytes()).hexdigest()
            assert digest == self._digests[name], f"{name} is at its place and not right"
        return names

    def kill_after(self, seconds: float) -> bool:
        """Runs the program and kills it; false where it was faster."""
        process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, errors = process.communicate(timeout=seconds)
            assert process.returncode == 0, errors.decode()
            return False
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return True

    def finish(self, whole: set[str]) -> int:
        """Lets it come to its end, and gives how many bytes were gone on with."""
        result = subprocess.run(self._command, capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stdout + result.stderr
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        results = {Path(line["path"]).name: line for line in lines if "status" in line}
        assert results.keys() == self._digests.keys()
        again = [name for name in whole if results[name]["status"] != "unchanged"]
        assert not again, f"fetched again though whole: {again}"
        assert all(results[name]["status"] == "fetched" for name in results.keys() - whole)
        assert self.whole() == self._digests.keys()
        strays = {path.name for path in self.files.iterdir()} - self._digests.keys()
        assert not strays, f"left behind: {strays}"
        return sum(line["resumedFrom"] or 0 for line in results.values())


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    print(f"{rounds} rounds, seed {seed}", flush=True)
    chance = random.Random(seed)
    upstream = subprocess.Popen(
        [BINARY, "upstream", "--port", "0", "--json", "--bandwidth", "3MB"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    folder = Path(tempfile.mkdtemp(prefix="kill-fetch-"))
    try:
        base = json.loads(upstream.stdout.readline())["listening"]
        # What it writes about each request is not read, which holds it up in nothing.
        urls = {name: f"{base}/files/{name}?bytes={size}" for name, size in files(chance).items()}
        digests = {}
        for name, url in urls.items():
            with urllib.request.urlopen(url) as answer:
                digests[name] = hashlib.sha256(answer.read()).hexdigest()
        addresses = folder / "addresses.txt"
        addresses.write_text("".join(f"{digests[name]}  {url}\n" for name, url in urls.items()))
        kills = resumed = kept = 0
        start = time.monotonic()
        for number in range(rounds):
            place = folder / str(number)
            place.mkdir()
            attempt = Round(place, addresses, digests)
            whole: set[str] = set()
            for _ in range(chance.randint(1, 3)):
                kills += attempt.kill_after(chance.uniform(0, LONGEST))
                now = attempt.whole()
                assert whole <= now, f"gone: {whole - now}"
                whole = now
            kept += len(whole)
            resumed += attempt.finish(whole) > 0
            shutil.rmtree(place)
            if (number + 1) % 50 == 0:
                print(f"{number + 1} rounds, {time.monotonic() - start:.0f} s", flush=True)
        print(f"{rounds} rounds: {kills} kills, {resumed} rounds gone on with, {kept} files kept; all right")
        shutil.rmtree(folder)
    except AssertionError:
        print(f"What is left is in {folder}", file=sys.stderr)
        raise
    finally:
        upstream.kill()
        upstream.wait()


if __name__ == "__main__":
    main()
