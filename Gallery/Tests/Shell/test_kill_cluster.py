"""Servers on one PostgreSQL that are killed; GALLERY_CLUSTER_SECONDS says for how long, and scripts/kill-cluster.py does it."""

import os
import re
import subprocess

from conftest import ROOT, SHELL_ENVIRONMENT

SECONDS = int(os.environ.get("GALLERY_CLUSTER_SECONDS", "10"))


def test_every_batch_ends_once_and_every_member_is_told_once_whoever_is_killed(binary):
    result = subprocess.run(
        ["scripts/kill-cluster.py", str(SECONDS)],
        cwd=ROOT, env=SHELL_ENVIRONMENT | {"GALLERY_BIN": str(binary)},
        capture_output=True, text=True, timeout=240 + 2 * SECONDS,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    batches, kills, restarts = re.search(
        r"^(\d+) batches, \d+ streams, (\d+) kills, (\d+) restarts", result.stdout, re.MULTILINE
    ).groups()
    assert int(batches) >= 3 and int(kills) >= 3 and int(restarts) >= 1, result.stdout
