"""A server keeps little of the memory that it has freed.

After an hour of pictures one kept 600 MB, where some 60 were in use: the allocator of GNU's C library has eight heaps for
each core, and gives back little of them.
"""

import json
import os
import re
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gallery import Gallery

HEAP = 64 << 20


def heaps(process: int) -> int:
    """How many heaps beside the first one: each lies at a multiple of its own length, and the system knows it as what is in
    use of it and the rest."""
    maps = Path(f"/proc/{process}/maps").read_text()
    parts = [(int(a, 16), int(b, 16), kind) for a, b, kind in re.findall(r"^(\w+)-(\w+) (\S+) \S+ 00:00 0 *$", maps, re.M)]
    return sum(
        used == "rw-p" and rest == "---p" and start % HEAP == 0 and middle == begin and end - start == HEAP
        for (start, middle, used), (begin, end, rest) in zip(parts, parts[1:])
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the allocator is GNU's")
@pytest.mark.parametrize("wanted", [None, "8"])
def test_a_server_has_a_heap_for_each_core_unless_told_otherwise(wanted, tmp_path, monkeypatch):
    if wanted is None:
        monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    else:
        monkeypatch.setenv("MALLOC_ARENA_MAX", wanted)
    server = Gallery("serve", "--data", str(tmp_path), "--max-images-per-client", "64")
    read = lambda path: urllib.request.urlopen(server.address + path).read()
    try:
        covers = json.loads(read("/api/covers?count=64&filter=blur"))["covers"]
        with ThreadPoolExecutor(32) as pool:
            assert all(pool.map(read, [cover["sizes"][0]["image"] for cover in covers]))
        allowed = int(wanted or max(2, os.cpu_count()))
        assert 0 < heaps(server.pid) < allowed
        assert wanted is None or heaps(server.pid) > 1
    finally:
        server.stop()
