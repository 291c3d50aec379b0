"""What people see on a terminal, on a real one: a line of progress, drawn anew in the same place."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import pytest

COLUMNS = 90


def on_a_terminal(*command: str, columns: int = COLUMNS) -> tuple[int, str]:
    """Runs a command whose standard error is a terminal; gives its exit code and what was written there."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # What Linux says when nobody has the other end any more.
            break
        if not part:
            break
        written += part
    os.close(ours)
    return process.wait(timeout=60), written.decode()


@pytest.fixture(scope="module")
def slow(binary):
    """An upstream that takes its time, so that there is something to see."""
    options = ["--port", "0", "--json", "--latency", "60ms", "--bandwidth", "200KB"]
    process = subprocess.Popen([binary, "upstream", *options], stdout=subprocess.PIPE, text=True)
    yield process.stdout.readline().split('"')[3]
    process.terminate()
    process.stdout.read()
    process.wait(timeout=10)


def photos(binary, slow, *options: str, **terminal) -> tuple[int, list[str]]:
    addresses = [f"{slow}/photos/{number}.jpg?width=300" for number in range(30)]
    # Three at a time: it takes a few seconds, in which the time left is known.
    command = [str(binary), "photos", "--allow-private-addresses", "--concurrency", "3", *options, *addresses]
    code, written = on_a_terminal(*command, **terminal)
    return code, written.split("\r")


def test_progress_is_a_bar_with_count_bytes_speed_and_time_left(binary, slow):
    code, drawn = photos(binary, slow)
    assert code == 0
    assert drawn[0] == "" and drawn[-1] == "\x1b[K", "one line, which is taken away at the end"
    lines = [line.removesuffix("\x1b[K") for line in drawn[1:-1]]
    whole = re.compile(r"Loading photos  [█░]{20}  \d+/30  [\d.]+ [kM]?B(ytes)?  [\d.]+ [kM]?B/s  0:\d\d left")
    assert any(whole.fullmatch(line) for line in lines), lines
    counts = [int(re.search(r"(\d+)/30", line)[1]) for line in lines]
    assert counts == sorted(counts)
    assert len(set(lines)) == len(lines), "only what has changed is drawn"
    assert all(len(line) < COLUMNS for line in lines)


def test_on_a_narrow_terminal_the_line_stays_one(binary, slow):
    code, drawn = photos(binary, slow, columns=30)
    assert code == 0
    assert all(len(line.removesuffix("\x1b[K")) < 30 for line in drawn)
    assert any(re.match(r"Loading photos  \d+/30  ", line) for line in drawn), "of what there is to say, what fits"


@pytest.mark.parametrize("option", ["--quiet"])
def test_who_wants_no_progress_gets_none(binary, slow, option):
    code, drawn = photos(binary, slow, option)
    assert (code, drawn) == (0, [""])


def test_without_a_terminal_there_is_none(binary, slow):
    address = f"{slow}/photos/1.jpg?width=300"
    result = subprocess.run(
        [binary, "photos", "--allow-private-addresses", address], capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_download_of_gifs_counts_hits_and_bytes(binary, tmp_path):
    code, written = on_a_terminal(str(binary), "gifs", "cat", "--limit", "20", "--to", str(tmp_path))
    assert code == 0
    assert re.search(r"Downloading GIFs  [█░]{20}  \d+/20  [\d.]+ [kM]?B", written), written


def test_the_chart_that_is_loaded_is_named_by_its_path(binary):
    code, written = on_a_terminal(str(binary), "music", "--limit", "3")
    assert code == 0
    assert "Loading /api/v2/us" in written and "127.0.0.1" not in written
