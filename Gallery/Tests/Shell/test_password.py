"""`gallery password` on a terminal, where nobody may see what is typed."""

import os
import pty
import re
import signal
import subprocess
import termios

import pytest


class Terminal:
    """A terminal at which one types passwords: what is written on it is all that can be seen."""

    def __init__(self, *command):
        self._ours, self._theirs = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=self._theirs, stdout=subprocess.PIPE, stderr=self._theirs, text=True
        )
        self.seen = ""

    def wait_for(self, words: str):
        while words not in self.seen:
            self.seen += os.read(self._ours, 4096).decode()

    def type(self, line: str):
        os.write(self._ours, f"{line}\n".encode())

    @property
    def shows_what_is_typed(self) -> bool:
        return bool(termios.tcgetattr(self._theirs)[3] & termios.ECHO)

    def end(self) -> tuple[int, str]:
        output, _ = self.process.communicate(timeout=60)
        return self.process.returncode, output

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def terminal(binary):
    terminal = Terminal(binary, "password")
    yield terminal
    terminal.close()


def test_it_asks_twice_and_shows_nothing_of_what_is_typed(terminal):
    terminal.wait_for("Password: ")
    assert not terminal.shows_what_is_typed
    terminal.type("mèo con")
    terminal.wait_for("The same again: ")
    terminal.type("mèo con")
    code, output = terminal.end()
    assert code == 0
    assert re.fullmatch(r"\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}\n", output)
    assert "con" not in terminal.seen
    assert terminal.shows_what_is_typed, "the terminal is as it was"


def test_two_that_differ_are_none(terminal):
    terminal.wait_for("Password: ")
    terminal.type("one")
    terminal.wait_for("The same again: ")
    terminal.type("other")
    assert terminal.end() == (1, "")
    terminal.wait_for("Those were two passwords; try again.")


def test_an_interrupt_leaves_the_terminal_as_it_was(terminal):
    terminal.wait_for("Password: ")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end() == (130, "")
    assert terminal.shows_what_is_typed


def test_one_that_is_too_long_is_not_cut(binary):
    """Whoever logged in with all of it was refused, and its first thousand bytes were let in."""
    run = subprocess.run([binary, "password"], input="x" * 1025 + "\n", capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stdout) == (1, "")
    assert "longer than 1024 bytes" in run.stderr
