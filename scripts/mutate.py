#!/usr/bin/env python3
"""Breaks one line of the core at a time, and shows that the tests notice it.

The list of changes lies in Tests/Mutations, a file for each folder of Sources/Errands. An entry says what it
breaks and where, names the suites that should notice, and gives the old lines and the new ones:

    Settlement/SettlementState.swift: a second settlement is accepted
    suites: SettlementStateTests OneOutcomeTests
    - guard phase == .pending else { return false }
    + guard phase != .settled else { return false }

Core and tests are copied into a package of their own, without SwiftNIO, and only the copy is changed. A
change counts as noticed when a test fails, when the process crashes, and when it hangs. The exit code is 1
where a change survives or does not compile, or where its old lines are not found exactly once.
"""

import argparse
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORE = Path("Sources/Errands")
TESTS = Path("Tests/ErrandsTests")
LIST = ROOT / "Tests/Mutations"
# The scripted upstream needs SwiftNIO, and the documentation a plugin.
WITHOUT = shutil.ignore_patterns("Upstream", "*.docc")

MANIFEST = """\
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "mutants",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Errands"),
    .target(name: "ErrandsTesting", dependencies: ["Errands"]),
    .testTarget(name: "ErrandsTests", dependencies: ["Errands", "ErrandsTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
"""

# In seconds. No test takes more than three; a busy machine may need ten times as long.
SILENCE = 30

# Of a test: in quotes, or that of its function.
NAME = r"""(".+?"|\w+\(\S*\))"""

SURVIVED = "SURVIVED"
DOES_NOT_COMPILE = "does not compile"


class Refused(Exception):
    """The list or the package is not as it should be."""


@dataclass
class Mutation:
    number: int
    path: Path
    breaks: str
    suites: list[str] = field(default_factory=list)
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    def applied_to(self, source: str) -> str:
        old, new = "\n".join(self.old), "\n".join(self.new)
        found = source.count(old) if old else 0
        if found != 1:
            raise Refused(f"{self}: the old lines are found {found} times, not once")
        if old == new:
            raise Refused(f"{self}: changes nothing")
        return source.replace(old, new)

    def matches(self, wanted: str) -> bool:
        if wanted.isdigit():
            return self.number == int(wanted)
        return wanted.lower() in f"{self.path}: {self.breaks}".lower()

    def __str__(self) -> str:
        return f"{self.number}. {self.path}: {self.breaks}"


def read_list() -> list[Mutation]:
    mutations: list[Mutation] = []
    for file in sorted(LIST.glob("*.txt")):
        for entry in re.split(r"\n\s*\n", file.read_text().strip()):
            mutations.append(parse(entry, len(mutations) + 1, file))
    return mutations


def parse(entry: str, number: int, file: Path) -> Mutation:
    head, *lines = entry.splitlines()
    path, colon, breaks = head.partition(": ")
    if not colon:
        raise Refused(f"{file.name}: “{head}” is not a path, a colon and what the change breaks")
    mutation = Mutation(number, Path(path), breaks)
    for line in lines:
        if line.startswith("suites: "):
            mutation.suites = line.split()[1:]
        elif line[:2] in ("- ", "+ ", "-", "+"):
            (mutation.old if line[0] == "-" else mutation.new).append(line[2:])
        else:
            raise Refused(f"{mutation}: cannot read “{line}”")
    return mutation


def check(mutations: list[Mutation]) -> None:
    """The list must not rot: every change finds its place, and every suite that it names exists."""
    tests = "\n".join(file.read_text() for file in (ROOT / TESTS).rglob("*.swift"))
    for mutation in mutations:
        source = ROOT / CORE / mutation.path
        if not source.is_file():
            raise Refused(f"{mutation}: there is no such file")
        mutation.applied_to(source.read_text())
        for suite in mutation.suites:
            if not re.search(rf"\b(struct|class|actor|enum) {suite}\b", tests):
                raise Refused(f"{mutation}: there is no suite {suite}")


class Scratch:
    """The copy of core and tests."""

    def __init__(self, folder: Path):
        self.folder = folder

    def fill(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for part in (CORE, Path("Sources/ErrandsTesting"), TESTS):
            shutil.rmtree(self.folder / part, ignore_errors=True)
            shutil.copytree(ROOT / part, self.folder / part, ignore=WITHOUT)
        manifest = self.folder / "Package.swift"
        if not manifest.exists() or manifest.read_text() != MANIFEST:
            manifest.write_text(MANIFEST)

    def build(self) -> str | None:
        """What the compiler says where it refuses."""
        command = ["swift", "build", "--build-tests", "-Xswiftc", "-gnone"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if done.returncode == 0:
            return None
        errors = re.findall(r"error: .*", done.stdout + done.stderr)
        return errors[0] if errors else (done.stdout + done.stderr)[-2000:]

    def test(self, suites: list[str]) -> str | None:
        """The first test that fails, if one does; the rest is not waited for."""
        runner = self.folder / ".build/debug/mutantsPackageTests.xctest"
        if runner.is_dir():
            command = ["swift", "test", "--skip-build", "--no-parallel", "--disable-xctest"]
        else:
            # On Linux a program of its own; `swift test` would leave it behind when it is killed.
            command = [str(runner), "--testing-library", "swift-testing", "--no-parallel"]
        for suite in suites:
            command += ["--filter", rf"\.{suite}/"]
        tests = subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            return self.first_failure(tests)
        finally:
            end(tests)
            tests.wait()

    def first_failure(self, tests: subprocess.Popen) -> str | None:
        last = "before the first test"
        for line in lines(tests):
            if line is None:
                return f"does not end: {last}"
            if failed := re.search(rf"Test {NAME} recorded an issue", line):
                return failed[1]
            if started := re.search(rf"Test (?:case .+ to )?{NAME} started\.", line):
                last = started[1]
        code = tests.wait()
        return f"exit code {code}: {last}" if code else None


def lines(process: subprocess.Popen) -> Iterator[str | None]:
    """What the process prints, line by line; nothing where it falls silent for too long."""
    printed: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in process.stdout:
            printed.put(line)
        printed.put("")

    threading.Thread(target=read, daemon=True).start()
    try:
        while line := printed.get(timeout=SILENCE):
            yield line
    except queue.Empty:
        yield None


def end(process: subprocess.Popen) -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def attempt(mutation: Mutation, scratch: Scratch) -> str:
    file = scratch.folder / CORE / mutation.path
    original = file.read_text()
    file.write_text(mutation.applied_to(original))
    try:
        if refusal := scratch.build():
            return f"{DOES_NOT_COMPILE}: {refusal}"
        noticed = scratch.test(mutation.suites) if mutation.suites else None
        return noticed or scratch.test([]) or SURVIVED
    finally:
        file.write_text(original)


def prove(mutations: list[Mutation], scratch: Scratch) -> bool:
    scratch.fill()
    if refusal := scratch.build():
        raise Refused(f"the package does not compile without any change: {refusal}")
    if failure := scratch.test([]):
        raise Refused(f"the tests fail without any change: {failure}")
    answers: list[tuple[Mutation, str]] = []
    for mutation in mutations:
        answer = attempt(mutation, scratch)
        answers.append((mutation, answer))
        print(f"{mutation.number:3}  {mutation.path}: {mutation.breaks}\n     {answer}", flush=True)
    missed = [each for each in answers if each[1].startswith((SURVIVED, DOES_NOT_COMPILE))]
    print(f"\n{len(answers) - len(missed)} of {len(answers)} changes are noticed")
    for mutation, answer in missed:
        print(f"{answer.partition(':')[0]}: {mutation}")
    return not missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="check the list and print it, without a build")
    parser.add_argument(
        "--only",
        metavar="WHICH",
        action="append",
        help="a number, or a part of the path or of what it breaks; may be given again",
    )
    parser.add_argument("--scratch", type=Path, help="build in this folder and keep it")
    options = parser.parse_args()
    try:
        mutations = read_list()
        if options.only:
            mutations = [each for each in mutations if any(map(each.matches, options.only))]
        if not mutations:
            raise Refused("no change is called that")
        check(mutations)
        if options.list:
            print(*mutations, sep="\n")
            return 0
        if options.scratch:
            return 0 if prove(mutations, Scratch(options.scratch.resolve())) else 1
        with tempfile.TemporaryDirectory(prefix="errands-mutants-") as folder:
            return 0 if prove(mutations, Scratch(Path(folder))) else 1
    except Refused as refusal:
        print(f"error: {refusal}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
