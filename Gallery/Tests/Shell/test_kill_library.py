"""A server that keeps and deletes and is killed at random moments; GALLERY_KILL_ROUNDS says how often, and
scripts/kill-library.py does it."""

import os
import re

from conftest import run

ROUNDS = int(os.environ.get("GALLERY_KILL_ROUNDS", "6"))


def test_every_row_has_its_file_and_every_file_its_row_whenever_it_is_killed(binary):
    result = run("scripts/kill-library.py", str(ROUNDS), timeout=60 + 30 * ROUNDS, GALLERY_BIN=str(binary))
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.search(rf"^{ROUNDS} kills", result.stdout, re.MULTILINE)
    answers = [int(count) for count in re.findall(r"(\d+) answers", result.stdout)]
    assert len(answers) == ROUNDS and sum(answers) >= 4 * ROUNDS, "it was killed at work"
