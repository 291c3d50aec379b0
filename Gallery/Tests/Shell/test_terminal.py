"""What people see on a terminal, on a real one: a line of progress, drawn anew in the same place."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios

import pytest
from conftest import SHELL_ENVIRONMENT, run

COLUMNS = 90


def on_a_terminal(*command: str, columns: int = COLUMNS, rows: int = 24) -> tuple[int, str]:
    """Runs a command whose standard error is a terminal; gives its exit code and what was written there."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs, env=SHELL_ENVIRONMENT)
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
    process = subprocess.Popen([binary, "upstream", *options], stdout=subprocess.PIPE, text=True, env=SHELL_ENVIRONMENT)
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


def test_who_wants_no_progress_gets_none(binary, slow):
    code, drawn = photos(binary, slow, "--quiet")
    assert (code, drawn) == (0, [""])


@pytest.mark.parametrize(
    "command", [["music", "--limit", "3"], ["gifs", "cat", "--limit", "2"], ["covers", "--count", "3"], ["models", "/articles/1.json"]]
)
def test_no_job_shows_its_progress_to_who_wants_none(binary, tmp_path, command):
    # Of a search alone there is none.
    command = [str(binary), *command, *(["--to", str(tmp_path)] if command[0] == "gifs" else [])]
    assert on_a_terminal(*command)[1] != "", "or there is nothing to be quiet about"
    assert on_a_terminal(*command, "--quiet") == (0, "")


def test_without_a_terminal_there_is_none(binary, slow):
    address = f"{slow}/photos/1.jpg?width=300"
    result = run(binary, "photos", "--allow-private-addresses", address, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")


def test_a_download_of_gifs_counts_hits_and_bytes(binary, tmp_path):
    code, written = on_a_terminal(str(binary), "gifs", "cat", "--limit", "20", "--to", str(tmp_path))
    assert code == 0
    assert re.search(r"Downloading GIFs  [█░]{20}  \d+/20  [\d.]+ [kM]?B", written), written


def test_the_chart_that_is_loaded_is_named_by_its_path(binary):
    code, written = on_a_terminal(str(binary), "music", "--limit", "3")
    assert code == 0
    assert "Loading /api/v2/us" in written and "127.0.0.1" not in written


def screens(written: str) -> list[list[str]]:
    """What stood on the terminal after each drawing, line by line: a terminal that knows what is used of one."""
    screens, lines, row, column = [], [""], 0, 0
    for code, text in re.findall(r"(\r|\n|\x1b\[\d*[A-Z])|([^\r\n\x1b]+)", written):
        if text:
            lines[row] = lines[row][:column].ljust(column) + text + lines[row][column + len(text):]
            column += len(text)
        elif code == "\r":
            column = 0
        elif code == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif code == "\x1b[K":
            lines[row] = lines[row][:column]
        elif code == "\x1b[J":
            lines[row:] = [lines[row][:column]]
        else:
            row -= int(re.fullmatch(r"\x1b\[(\d+)A", code)[1])
            assert row >= 0, "it never leaves its lines"
            continue
        if code in ("\x1b[K", "\x1b[J"):
            screens.append(list(lines))
    return screens


def fetch(binary, slow, folder, *options: str, files: int = 6, **terminal) -> tuple[int, list[list[str]]]:
    addresses = [f"{slow}/files/{number}.bin?bytes=150000" for number in range(files)]
    command = [str(binary), "fetch", "--allow-private-addresses", "--to", str(folder), *options, *addresses]
    code, written = on_a_terminal(*command, **terminal)
    return code, screens(written)


def test_files_have_a_bar_each_and_one_together(binary, slow, tmp_path):
    code, drawn = fetch(binary, slow, tmp_path, "--concurrency", "2")
    assert code == 0
    assert drawn[-1] == [""], "taken away at the end"
    whole = next(lines for lines in drawn if any("fetched" in line for line in lines) and len(lines) == 7)
    assert [line.split()[0] for line in whole] == [f"{number}.bin" for number in range(6)] + ["Fetching"]
    assert any(re.fullmatch(r"\d\.bin +[█░]{20}  [\d.]+ kB  [\d.]+ kB/s.*", line) for lines in drawn for line in lines)
    assert any(re.search(r"\d\.bin +waiting", line) for lines in drawn for line in lines)
    assert any(re.search(r"Fetching +[█░]{20}  [1-5]/6  ", line) for lines in drawn for line in lines)


def test_more_files_than_rows_show_those_under_way(binary, slow, tmp_path):
    code, drawn = fetch(binary, slow, tmp_path, "--concurrency", "3", files=30, rows=8)
    assert code == 0
    assert max(len(lines) for lines in drawn) <= 7
    assert any(len(lines) == 4 and lines[-1].startswith("Fetching") for lines in drawn)


def test_one_file_has_one_line(binary, slow, tmp_path):
    code, drawn = fetch(binary, slow, tmp_path, files=1)
    assert code == 0
    assert all(len(lines) == 1 for lines in drawn)


def test_a_fetch_that_is_to_be_quiet_is(binary, slow, tmp_path):
    assert fetch(binary, slow, tmp_path, "--quiet") == (0, [])
