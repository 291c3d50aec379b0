"""Every command of the README, typed in order in a clone by somebody who has nothing but what the README says."""

import json
import os
import re
import select
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from conftest import ROOT, SHELL_ENVIRONMENT, run

README = (ROOT / "README.md").read_text()

# As short as it can be. Everything else is typed as it stands.
LEFT_OUT = {
    "make test": "It is what runs this test.",
}
TYPED_INSTEAD = {
    # Its port may be taken by somebody's Gallery where the tests run.
    "gallery": "gallery --port 0",
    "gallery serve --host 0.0.0.0 --password-file password":
        "gallery serve --host 0.0.0.0 --password-file password --port 0",
}


def blocks() -> list[tuple[str, list[str]]]:
    return [(language, text.splitlines()) for language, text in re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)]


def commands() -> list[str]:
    """The lines of all blocks for a shell, without their remarks."""
    lines = [line for language, lines in blocks() if language == "sh" for line in lines]
    return [re.sub(r"\s+# .*$", "", line) for line in lines]


class Shell:
    """One who types, in a folder that is a clone as far as these commands can tell."""

    def __init__(self, folder: Path, binary: Path):
        self.clone = folder / "clone"
        self.clone.mkdir()
        for name in run("git", "ls-tree", "--name-only", "HEAD").stdout.split():
            (self.clone / name).symlink_to(ROOT / name)
        self._state = folder / "exported"
        self._state.touch()
        home = folder / "home"
        home.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        # A build would take minutes, and a port may be taken: make is told of others by its environment.
        self._environment = SHELL_ENVIRONMENT | {"HOME": str(home), "GALLERY_BIN": str(binary), "PORT": port}
        for place in ("XDG_DATA_HOME", "GALLERY_DATA"):
            self._environment.pop(place, None)

    def type(self, command: str) -> tuple[int, str, str]:
        """Types a line, and Control-C where it says that it goes on until then."""
        script = f'source "{self._state}"\n{command}\nstatus=$?\nexport -p >"{self._state}"\nexit $status'
        process = subprocess.Popen(
            ["bash", "-c", script], cwd=self.clone, env=self._environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        written = {process.stdout: b"", process.stderr: b""}
        deadline = time.monotonic() + 120
        while written and (streams := [stream for stream in written if not stream.closed]):
            ready, _, _ = select.select(streams, [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{command} goes on and on: {written[process.stdout].decode()}"
            for stream in ready:
                part = os.read(stream.fileno(), 65536)
                written[stream] += part
                if not part:
                    stream.close()
                elif b"press Control-C" in part:
                    os.killpg(process.pid, signal.SIGINT)
        return process.wait(timeout=60), *(written[stream].decode() for stream in (process.stdout, process.stderr))


@pytest.fixture(scope="module")
def typed(binary, tmp_path_factory) -> dict[str, tuple[int, str, str]]:
    """What came of every command, in order."""
    shell = Shell(tmp_path_factory.mktemp("machine"), binary)
    results = {}
    for command in commands():
        if command not in LEFT_OUT:
            results[command] = shell.type(TYPED_INSTEAD.get(command, command))
    return results


def test_every_block_says_what_language_it_is_in():
    """One without would not be typed."""
    assert {language for language, _ in blocks()} == {"sh", "swift"}
    assert set(LEFT_OUT) | set(TYPED_INSTEAD) <= set(commands()), "nothing is left out that is not there any more"
    assert len(commands()) >= 15


@pytest.mark.parametrize("command", [command for command in commands() if command not in LEFT_OUT])
def test_it_works_as_it_stands(typed, command):
    code, output, errors = typed[command]
    stopped = "press Control-C" in output
    # make itself is told to stop as well, and says so.
    assert code == 0 or stopped and command.startswith("make "), f"{output}\n{errors}"
    if not command.startswith("make "):
        assert errors == "" or stopped, errors


@pytest.mark.parametrize("command", [command for command in commands() if " --json" in command])
def test_json_is_json_and_says_that_all_went_well(typed, command):
    lines = [json.loads(line) for line in typed[command][1].splitlines()]
    assert len(lines) > 1
    end = lines[-1].get("summary", lines[-1].get("done"))
    assert end.get("failed", 0) == 0
    assert max(end.get(name, 0) for name in ["count", "found", "succeeded", "fetched", "unchanged"]) > 0, "it has found something"


def test_what_they_promise_is_there_afterwards(typed, tmp_path_factory):
    clone = next(folder for folder in tmp_path_factory.getbasetemp().glob("machine*/clone"))
    assert len(list((clone / "gifs").glob("*.gif"))) == 10
    assert len(list((clone / "photos").iterdir())) == 100
    assert json.loads((clone / "photos.json").read_text())
    assert sorted(path.name for path in (clone / "files").iterdir()) == sorted(
        ["a.iso", "b.iso"] + [f"{number}.bin" for number in range(1, 41)])
    assert (clone / "mine.bin").stat().st_size == 1_000_000
    assert (clone.parent / "home/.local/share/gallery/gallery.sqlite").exists()
    assert re.search(r"\b10\b", typed["gallery music --limit 10"][1])


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make (\w+)", README))))
def test_what_the_text_says_can_be_made(target):
    result = run("make", "--dry-run", target)
    assert result.returncode == 0, result.stderr
