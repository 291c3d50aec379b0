"""What the tests of scripts and commands share: where the repository is, and how a command is run in it."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def binary() -> Path:
    return Path(os.environ["GALLERY_BIN"]).resolve()


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in the repository to its end."""
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=120
    )
