"""The program under test as a process: its JSON lines are read as they are printed."""

import ctypes
import json
import os
import queue
import signal
import subprocess
import threading
from pathlib import Path

PATIENCE = 60.0
"""Seconds to wait for anything at all. Only a failing test waits that long."""

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def end_with_the_tests():
    """Has the process that is being made end with this one: a run that hangs is ended without a chance to clean up."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Gallery:
    """A running `gallery` command that listens, such as `serve` or `upstream`."""

    def __init__(self, command: str, *options: str):
        binary = os.environ.get("GALLERY_BIN")
        if not binary:
            raise RuntimeError("Set GALLERY_BIN to the gallery program that is to be tested.")
        # What the person who runs the tests says to Gallery is not said to this one.
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GALLERY_")}
        self._lines: queue.Queue[dict | None] = queue.Queue()
        self._strange: list[str] = []
        self._is_killed = False
        self._process = subprocess.Popen(
            [Path(binary).resolve(), command, "--port", "0", "--json", *options],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            preexec_fn=end_with_the_tests,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.address: str = self.next_line()["listening"].rstrip("/")
        except Exception:
            self.stop()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def next_line(self) -> dict:
        """The next JSON line that nobody has taken yet; waits for it."""
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError(f"{self._process.args} has not printed the expected line") from None
        if line is None:
            raise RuntimeError(f"{self._process.args} ended with status {self._process.wait()}")
        return line

    def stop(self) -> int:
        """Interrupts the program the way Ctrl-C does, and gives its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise
        finally:
            self._reader.join(timeout=10)

    def end(self):
        """Stops the program, and looks whether it has ended as it is said to, and has said nothing but JSON lines."""
        code = self.stop()
        assert code == (-signal.SIGKILL if self._is_killed else 0), f"{self._process.args} ended with {code}"
        assert self._strange == [], f"{self._process.args} has said this, which is no JSON"

    def kill(self):
        """Ends the program as a power cut does."""
        self._is_killed = True
        self._process.kill()
        self._process.wait(timeout=10)

    def _read(self):
        for line in self._process.stdout:
            try:
                self._lines.put(json.loads(line))
            except ValueError:
                self._strange.append(line)
        self._lines.put(None)
