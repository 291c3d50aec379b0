"""What the tests of scripts and commands share: where the repository is, and how a command is run in it."""

import os
import subprocess
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def binary() -> Path:
    return Path(os.environ["GALLERY_BIN"]).resolve()


# Where is kept what a command is not told to keep elsewhere; gone with the tests.
DATA = tempfile.TemporaryDirectory(prefix="gallery-")

# `make test` tells what it starts that it is a make inside of another; a user's shell does not, and then make prints
# no "Entering directory". What is run here is run as from a shell, and is neither told what the person who runs the tests
# says to Gallery, nor shown what that person keeps in it.
SHELL_ENVIRONMENT = {
    name: value for name, value in os.environ.items()
    if name not in {"MAKELEVEL", "MAKEFLAGS", "MFLAGS"} and not name.startswith("GALLERY_")
} | {"XDG_DATA_HOME": DATA.name}


def run(*command: str | Path, timeout: float = 120, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in the repository to its end, which comes within so many seconds."""
    return subprocess.run(
        command, cwd=ROOT, env=SHELL_ENVIRONMENT | environment, capture_output=True, text=True, timeout=timeout
    )
