"""A build that warns of a file of ours is one that fails; what it says is seen, whatever it is."""

import pytest

from conftest import ROOT, run

OURS = f"{ROOT}/Sources/Errands/Run/Run.swift:1:2: warning: variable 'a' was never used"
LIBRARYS = f"{ROOT}/.build-test/checkouts/swift-nio/Sources/NIOCore/Channel.swift:1:2: warning: 'b' is deprecated"
NOTE = f"{ROOT}/Sources/Errands/Run/Run.swift:1:2: note: it says that it gives no warning: none"


def build(*lines: str, code: int = 0):
    script = 'source scripts/lib.sh; code=$1; shift; build() { printf "%s\\n" "$@"; return "$code"; }; without_warnings build "$@"'
    return run("bash", "-euo", "pipefail", "-c", script, "-", str(code), *lines)


@pytest.mark.parametrize("place", ["Sources/A", "Tests/A", "Gallery/Sources/A", "Fuzzing/A", ".build-explored/package/Sources/A"])
def test_a_file_of_ours(place):
    result = build("[1/2] Compiling", f"{ROOT}/{place}.swift:1:2: warning: variable 'a' was never used")
    assert result.returncode == 1
    assert result.stdout.startswith("[1/2] Compiling\n")
    assert "== Warnings in files of ours\n" in result.stdout


def test_a_warning_that_is_said_twice_is_told_once():
    said = build(OURS, OURS).stdout
    assert said.partition("== Warnings in files of ours\n")[2] == OURS + "\n"


def test_no_file_of_ours():
    result = build(LIBRARYS, NOTE, "warning: 'gallery': dependency 'x' is not used by any target")
    assert (result.returncode, result.stdout.count("\n")) == (0, 3)


def test_a_build_that_fails():
    result = build("error: no", code=2)
    assert (result.returncode, result.stdout) == (1, "error: no\n")
