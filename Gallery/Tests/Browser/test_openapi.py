"""The running server against its own description: whatever is asked, no server error and no undocumented answer.

Schemathesis makes requests out of `/openapi.json`, right ones and wrong ones, and looks at each answer: whether its status,
its type, its fields and its body are described.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import pytest

EXAMPLES = os.environ.get("GALLERY_EXAMPLES", "20")
"""Requests for each operation and kind. More find more; with the same seed they are the same ones."""

CONFIGURATION = Path(__file__).with_name("schemathesis.toml").resolve()

# A stream of events has no end for which it could wait; it has tests of its own.
STREAM = ["--exclude-path", "/api/events"]
# On the networks that are made up here nothing else would come in time.
OTHERS = ["--exclude-operation-id", "changeNetwork"]


def examine(address: str, *options: str) -> str:
    """What Schemathesis says, once it has found nothing."""
    program = Path(sys.executable).absolute().with_name("schemathesis")
    command = [
        sys.executable, program, "--config-file", CONFIGURATION, "run", f"{address}/openapi.json", "--seed", "1",
        "--max-examples", EXAMPLES, "--no-color", "--generation-database", "none", "--warnings", "off",
        # A batch that was cancelled is there, to be looked at.
        "--exclude-checks", "use_after_free", *STREAM, *options,
    ]
    # It leaves a folder where it runs.
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900)
    assert result.returncode == 0, result.stdout[-8000:] + result.stderr[-2000:]
    return result.stdout


def send(address: str, path: str, body: bytes | None = None, **fields: str) -> tuple[int, dict, bytes]:
    headers = {name.replace("_", "-"): value for name, value in fields.items()}
    request = urllib.request.Request(address + path, body, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def test_every_answer_is_one_that_is_described(start):
    server = start("serve", "--retries", "0", "--max-batches", "1000", "--max-batches-per-client", "1000")
    # Without a password there is nothing at these.
    report = examine(server.address, "--exclude-path-regex", "^/log(in|out)$", *OTHERS)
    assert "No issues found" in report
    assert "No issues found" in examine(server.address, "--include-path", "/api/network")


def test_so_is_it_behind_a_password(start, tmp_path):
    file = tmp_path / "password"
    file.write_text("right\n")
    file.chmod(0o600)
    server = start("serve", "--password-file", str(file))
    status, fields, _ = send(server.address, "/login", b'{"password":"right"}', Content_Type="application/json")
    assert status == 204
    cookie = fields["Set-Cookie"].split(";")[0]
    # Schemathesis would end the session for all that follows.
    options = ["--exclude-path", "/logout", "--generation-with-security-parameters", "false"]
    examine(server.address, "--header", f"Cookie: {cookie}", *options, *OTHERS)
    assert send(server.address, "/openapi.json")[0] == 401


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, 200), ({"If_None_Match": "*"}, 304), ({"Range": "bytes=0-9"}, 206), ({"Range": "bytes=99999999-"}, 416),
        ({"If_Match": '"another"'}, 412), ({"Accept": "image/png"}, 200),
    ],
)
def test_a_picture_that_was_handed_out_is_answered_as_is_described(server, fields, expected):
    """A signature cannot be made up, so what is behind one is asked for by hand."""
    covers = json.loads(send(server, "/api/covers?count=1")[2])["covers"]
    status, answered, body = send(server, covers[0]["image"], **fields)
    assert status == expected
    paths = json.loads(send(server, "/openapi.json")[2])["paths"]
    assert str(status) in paths["/image/{signature}/{address}/{treatment}"]["get"]["responses"]
    kind = "application/problem+json" if status >= 400 else "image/"
    assert answered.get("Content-Type", kind).startswith(kind)
    assert bool(body) == (status != 304)
