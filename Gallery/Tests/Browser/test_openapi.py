"""The running server against its own description: whatever is asked, no server error and no undocumented answer.

Schemathesis makes requests out of `/openapi.json`, right ones and wrong ones, and looks at each answer: whether its status,
its type, its fields and its body are described.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import jsonschema_rs
import pytest

from music import open_chart

ROOT = Path(__file__).parents[3]
EXAMPLES = os.environ.get("GALLERY_EXAMPLES", "20")
"""Requests for each operation and kind. More find more; with the same seed they are the same ones."""

CONFIGURATION = Path(__file__).with_name("schemathesis.toml").resolve()

# A stream of events has no end for which it could wait; it has tests of its own.
STREAM = ["--exclude-path", "/api/events"]
# On the networks that are made up here nothing else would come in time.
OTHERS = ["--exclude-operation-id", "changeNetwork"]


# What the server takes in truth, and only some of it can be had here: pictures and articles of the embedded upstream, say.
SAMPLES = {
    "PictureAddress": {"pattern": r"^/photos/[1-9][0-9]{0,2}\.jpg$"},
    "ModelsOrder/properties/urls/items": {"pattern": r"^/articles/[1-9][0-9]{0,4}\.json$"},
    "PhotosOrder/properties/timeLimit": {"maximum": 1800},
    "PurgeOrder/oneOf/2/properties/host": {"pattern": "^[a-z0-9.-]{1,255}$"},
}


def description() -> dict:
    return json.loads((ROOT / "Gallery/Public/openapi.json").read_text())


def write_samples(file: Path):
    """The description, of such requests alone as come to something here."""
    sampled = description()
    for place, limits in SAMPLES.items():
        schema = sampled["components"]["schemas"]
        for key in place.split("/"):
            schema = schema[int(key) if isinstance(schema, list) else key]
        schema |= limits
    file.write_text(json.dumps(sampled))


def examine(address: str, *options: str) -> str:
    """What Schemathesis says, once it has found nothing."""
    program = Path(sys.executable).absolute().with_name("schemathesis")
    command = [
        sys.executable, program, "--config-file", CONFIGURATION, "run", "openapi.json", "--url", address, "--seed", "1",
        "--max-examples", EXAMPLES, "--no-color", "--generation-database", "none", "--warnings", "off",
        # A batch that was cancelled is there, to be looked at.
        "--exclude-checks", "use_after_free", *STREAM, *options,
    ]
    # It leaves a folder where it runs.
    with tempfile.TemporaryDirectory() as folder:
        write_samples(Path(folder, "openapi.json"))
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


def check_order(path: str, body: object):
    """Fails where the description does not take what is sent to a path."""
    whole = description()
    content = whole["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    jsonschema_rs.validator_for(content["schema"] | {"components": whole["components"]}).validate(body)


def test_what_the_guide_sends_is_described():
    """Purging a host was described with small letters alone, and a picture was one of the embedded upstream."""
    guide = (ROOT / "Documentation/RunningGallery.md").read_text()
    sent = re.findall(r"-d '(\{.*?\})' https://gallery\.example(/\S+)", guide)
    purges = re.findall(r"`(\{\"(?:image|url|host|all)\":.*?\})`", guide)
    assert len(sent) == 2 and len(purges) >= 4
    for body, path in [*sent, *((body, "/api/purge") for body in purges), ('{"host":"Münster.example"}', "/api/purge")]:
        check_order(path, json.loads(body))


def test_what_the_page_sends_is_described(page, server):
    """A chart was sent with its moment, without which it is not known again, and that was described as refused."""
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append((request.url, request.post_data_json)))
    open_chart(page, server)
    with page.expect_response("**/api/library"):
        page.get_by_role("button", name="Keep").first.click()
    assert {url.removeprefix(server) for url, _ in sent} == {"/api/library", "/api/library/lookup"}
    assert any("updated" in str(body) for _, body in sent)
    for url, body in sent:
        check_order(url.removeprefix(server), body)


def test_an_address_elsewhere_and_a_whole_day_are_described():
    check_order("/api/library", {"url": "https://images.example/a.png?b", "title": "A"})
    check_order("/api/models", {"urls": ["https://news.example/articles/7"]})
    check_order("/api/photos", {"urls": [], "timeLimit": 86_400})
    with pytest.raises(jsonschema_rs.ValidationError):
        check_order("/api/photos", {"urls": [], "timeLimit": 86_401})


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
    # Where everything is answered by 401, it is as described, too.
    assert send(server.address, "/api/library", Cookie=cookie)[0] == 200
    examine(server.address, "--header", f"Cookie: {cookie}", *options, *OTHERS)
    assert send(server.address, "/api/library", Cookie=cookie)[0] == 200
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
