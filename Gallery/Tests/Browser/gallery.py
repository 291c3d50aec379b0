"""The program under test as a process: its JSON lines are read as they are printed."""

import json
import os
import queue
import signal
import subprocess
import threading
from pathlib import Path

PATIENCE = 60.0
"""Seconds to wait for anything at all. Only a failing test waits that long."""


class Gallery:
    """A running `gallery` command that listens, such as `serve` or `upstream`."""

    def __init__(self, command: str, *options: str):
        binary = os.environ.get("GALLERY_BIN")
        if not binary:
            raise RuntimeError("Set GALLERY_BIN to the gallery program that is to be tested.")
        self._lines: queue.Queue[dict | None] = queue.Queue()
        self._process = subprocess.Popen(
            [Path(binary).resolve(), command, "--port", "0", "--json", *options],
            stdout=subprocess.PIPE,
            text=True,
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

    def kill(self):
        """Ends the program as a power cut does."""
        self._process.kill()
        self._process.wait(timeout=10)

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)
