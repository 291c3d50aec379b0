"""What becomes of a command whose standard streams are closed when it starts: their numbers went to its own files."""

import hashlib
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request

from conftest import SHELL_ENVIRONMENT

CLOSED = ["sh", "-c", 'exec "$0" "$@" <&- >&-']


def test_what_cannot_be_written_is_said_and_no_file_has_it_instead(binary, tmp_path):
    file = tmp_path / "a.bin"
    fetching = [binary, "fetch", "--json", "-o", file, "/files/a.bin?bytes=300000"]
    told = subprocess.run(fetching, stdout=subprocess.PIPE, timeout=60, check=True, env=SHELL_ENVIRONMENT).stdout
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert digest.encode() in told
    file.unlink()
    ended = subprocess.run([*CLOSED, *fetching], stderr=subprocess.PIPE, text=True, timeout=60, env=SHELL_ENVIRONMENT)
    assert ended.returncode == 1
    assert "Standard output cannot be written: Bad file descriptor; results are missing there." in ended.stderr
    assert hashlib.sha256(file.read_bytes()).hexdigest() == digest


def test_a_list_on_a_closed_standard_input_is_an_error(binary):
    command = [*CLOSED, str(binary), "fetch", "--from", "-"]
    ended = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, env=SHELL_ENVIRONMENT)
    assert ended.returncode != 0 and ended.stderr


def test_a_server_without_any_serves(binary, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = 'exec "$0" "$@" <&- >&- 2>&-'
    serving = ["sh", "-c", command, binary, "serve", "--port", str(port), "--data", tmp_path]
    server = subprocess.Popen(serving, env=SHELL_ENVIRONMENT)
    try:
        end = time.monotonic() + 30
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
                    assert answer.status == 200
                break
            except (urllib.error.URLError, ConnectionError):
                assert server.poll() is None and time.monotonic() < end
        assert {os.readlink(f"/proc/{server.pid}/fd/{number}") for number in range(3)} == {"/dev/null"}
    finally:
        server.terminate()
        # It had something to print, and has served all the same.
        assert server.wait(timeout=20) == 1
