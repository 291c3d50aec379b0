"""A program that fetches and is killed at random moments; many more rounds are had by scripts/kill-fetch.py itself."""

import re

from conftest import run


def test_what_is_at_its_place_is_whole_whenever_it_is_killed(binary):
    result = run("scripts/kill-fetch.py", "20", GALLERY_BIN=str(binary))
    assert result.returncode == 0, result.stdout + result.stderr
    kills = int(re.search(r"(\d+) kills", result.stdout)[1])
    assert kills >= 10, "it was killed, and not always too late"
