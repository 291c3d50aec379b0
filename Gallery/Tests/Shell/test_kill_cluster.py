"""Servers on one PostgreSQL that are killed; GALLERY_CLUSTER_KILLS says how often, and scripts/kill-cluster.py does it."""

import os
import re

from conftest import run

KILLS = int(os.environ.get("GALLERY_CLUSTER_KILLS", "3"))


def test_every_batch_ends_once_and_every_member_is_told_once_whoever_is_killed(binary):
    result = run("scripts/kill-cluster.py", str(KILLS), timeout=240 + 30 * KILLS, GALLERY_BIN=str(binary))
    assert result.returncode == 0, result.stdout + result.stderr
    batches, kills, restarts = re.search(
        r"^(\d+) batches, \d+ streams, (\d+) kills, (\d+) restarts", result.stdout, re.MULTILINE
    ).groups()
    assert int(batches) >= KILLS and int(kills) == KILLS and int(restarts) == KILLS // 3, result.stdout
