#!/usr/bin/env python3
"""Breaks one line at a time, and shows that the tests notice it.

The list of changes lies in Tests/Mutations: a file for each folder of the core, Sources/Errands, and one for
each further module, such as Combine.txt for Sources/ErrandsCombine. An entry says what it breaks and where,
names the suites of its module that should notice, and gives the old lines and the new ones:

    Settlement/SettlementState.swift: a second settlement is accepted
    suites: SettlementStateTests OneOutcomeTests
    - guard phase == .pending else { return false }
    + guard phase != .settled else { return false }

A module is copied into a package of its own, with the core, its tests and what these need, and only the
copy is changed. A change counts as noticed when a test fails, when the process crashes or when it hangs. The
exit code is 1 where a change survives or does not compile, or where its old lines are not found exactly once.

With --explored the changes are those of Tests/Mutations/Explored, a file for each module, which only show where
threads meet at the wrong moment: the tests of the explorer, in the build of scripts/explore.sh, have to find them.
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
LIST = ROOT / "Tests/Mutations"
EXPLORED = LIST / "Explored"
EXPLORER_TESTS = Path("Tests/ExplorerTests")

MANIFEST = """\
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "mutants",
  platforms: [.macOS(.v15)],
  dependencies: [%s],
  targets: [
    %s
  ],
  swiftLanguageModes: [.v6]
)
"""

# Behind our own manifest.
KEPT = """
package.products = []
package.targets.removeAll { ![%s].contains($0.name) }
"""

# In seconds. No test takes more than three; a busy machine may need ten times as long.
SILENCE = 30

# Of a test: in quotes, or that of its function.
NAME = r"""(".+?"|\w+\(\S*\))"""

SURVIVED = "SURVIVED"
DOES_NOT_COMPILE = "does not compile"


class Refused(Exception):
    """The list or the package is not as it should be."""


@dataclass(frozen=True)
class Module:
    """What is broken, and what it needs besides the core: a package and its products, as in a manifest."""

    name: str
    package: str = ""
    products: tuple[str, ...] = ()
    # Modules of ours between it and the core.
    between: tuple[str, ...] = ()
    # Of its tests, the files and folders that need nothing else; nothing stands for all of them. In a folder those are left out
    # that import one of these modules.
    parts: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    # Targets of ours that are no Swift, by name, as they are declared.
    native: tuple[tuple[str, str], ...] = ()

    # The targets of our package that it is built of, itself and its tests among them; nothing where it has a manifest of its
    # own, which builds less.
    kept: tuple[str, ...] = ()

    # What its tests need that is no source.
    scripts: tuple[str, ...] = ()

    # Whether the explorer's tests are to notice it, and not those of the module.
    is_explored: bool = False

    @property
    def sources(self) -> Path:
        return Path("Sources") / self.name

    @property
    def tests(self) -> Path:
        return EXPLORER_TESTS if self.is_explored else Path("Tests") / f"{self.name}Tests"

    @property
    def copied(self) -> list[Path]:
        """The files of its tests that are copied."""
        files = [file for part in self.parts or ("",) for file in swift_files(ROOT / self.tests / part)]
        foreign = re.compile(rf"^import ({'|'.join(self.without)})$", re.MULTILINE) if self.without else None
        return [file.relative_to(ROOT) for file in files if not (foreign and foreign.search(file.read_text()))]

    def manifest(self) -> str:
        if self.kept:
            kept = ", ".join(f'"{name}"' for name in self.kept)
            return (ROOT / "Package.swift").read_text() + KEPT % kept
        targets = [
            '.target(name: "Errands")',
            '.target(name: "ErrandsTesting", dependencies: ["Errands"])',
            f'.testTarget(name: "{self.tests.name}", dependencies: ["{self.name}", "ErrandsTesting"])',
        ]
        targets += [f'.target(name: "{name}", dependencies: ["Errands"])' for name in self.between]
        targets += [declaration for _, declaration in self.native]
        if self != CORE:
            native = [name for name, declaration in self.native if not declaration.startswith(".systemLibrary")]
            names = [f'"{name}"' for name in (*self.between, *native)]
            needs = ", ".join(['"Errands"', *names, *self.products])
            targets.append(f'.target(name: "{self.name}", dependencies: [{needs}])')
        return MANIFEST % (self.package, ",\n    ".join(targets))


def swift_files(part: Path) -> list[Path]:
    return sorted(part.rglob("*.swift")) if part.is_dir() else [part]


CORE = Module("Errands")
OPEN_COMBINE = '.package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")'
# The lists that are not of a folder of the core.
MODULES = {
    "Combine": Module(
        "ErrandsCombine",
        OPEN_COMBINE,
        tuple(
            f'.product(name: "{product}", package: "OpenCombine")'
            for product in ("OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation")
        ),
    ),
    "Eager": Module("ErrandsEager"),
    "Images": Module(
        "ErrandsImages",
        native=(
            ("CVips", '.systemLibrary(name: "CVips", pkgConfig: "vips")'),
            ("CVipsShim", '.target(name: "CVipsShim", dependencies: ["CVips"])'),
        ),
    ),
    # What shows only where a server answers.
    "CachedLoads": Module(
        "ErrandsLoading",
        kept=(
            *("Errands", "ErrandsTesting", "CPageCache", "ErrandsLoading", "ErrandsAsyncHTTPClient", "ErrandsUpstream"),
            *("ErrandsObservability", "ErrandsLoadingTests"),
        ),
    ),
    "ImageLoading": Module(
        "ErrandsImageLoading",
        kept=(
            *("Errands", "ErrandsTesting", "CPageCache", "ErrandsLoading", "ErrandsAsyncHTTPClient", "ErrandsUpstream"),
            *("CVips", "CVipsShim", "ErrandsImages", "ErrandsImageLoading", "ErrandsImageLoadingTests"),
        ),
    ),
    # What is a value, and what is a file. The rest of the loader's tests would have NIO built once more.
    "Loading": Module(
        "ErrandsLoading",
        '.package(url: "https://github.com/apple/swift-crypto", from: "4.5.0")',
        ('.product(name: "Crypto", package: "swift-crypto")',),
        native=(("CPageCache", '.target(name: "CPageCache")'),),
        parts=(
            *(f"Admission/Admission{name}.swift" for name in ("ModelTests", "OptionTests", "StateTests", "Table", "Tests")),
            *(f"Admission/{name}Tests.swift" for name in ("BreakerState", "IndexedHeap", "TokenBucket")),
            *("Admission/NaiveAdmission.swift", "Caching/EntryTableTests.swift", "Caching/CacheStock.swift"),
            *(f"Caching/{name}" for name in ("CachePolicyTests.swift", "Disk", "Memory", "RequestedRangeTests.swift")),
            *("Files", "HTTP", "ReceptionTests.swift", "Redaction/URLRedactionTests.swift", "Sharing/FetchKeyTests.swift"),
            *(f"Support/{name}.swift" for name in ("FileFixtures", "Memory", "Outcome", "SmallDisk", "TemporaryFolder")),
        ),
        without=("ErrandsAsyncHTTPClient", "ErrandsUpstream"),
    ),
    "Operations": Module("ErrandsOperations"),
    "Postgres": Module(
        "ErrandsPostgres",
        kept=(
            *("Errands", "ErrandsTesting", "CPageCache", "ErrandsLoading", "ErrandsAsyncHTTPClient", "ErrandsUpstream"),
            *("CPostgres", "ErrandsPostgres", "ErrandsPostgresTests"),
        ),
        scripts=("scripts/postgres.sh",),
    ),
    "Promises": Module("ErrandsPromises", between=("ErrandsEager",)),
}


@dataclass
class Mutation:
    number: int
    module: Module
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
        return wanted.lower() in f"{self.place}: {self.breaks}".lower()

    @property
    def source(self) -> Path:
        return self.module.sources / self.path

    @property
    def place(self) -> Path:
        return self.source.relative_to("Sources")

    def __str__(self) -> str:
        return f"{self.number}. {self.place}: {self.breaks}"


def read_list(folder: Path) -> list[Mutation]:
    mutations: list[Mutation] = []
    for file in sorted(folder.glob("*.txt")):
        module = Module(file.stem, is_explored=True) if folder == EXPLORED else MODULES.get(file.stem, CORE)
        for entry in re.split(r"\n\s*\n", file.read_text().strip()):
            mutations.append(parse(entry, len(mutations) + 1, file, module))
    return mutations


def parse(entry: str, number: int, file: Path, module: Module) -> Mutation:
    head, *lines = entry.splitlines()
    path, colon, breaks = head.partition(": ")
    if not colon:
        raise Refused(f"{file.name}: “{head}” is not a path, a colon and what the change breaks")
    mutation = Mutation(number, module, Path(path), breaks)
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
    tests = {
        module: "\n".join((ROOT / file).read_text() for file in module.copied)
        for module in {mutation.module for mutation in mutations}
    }
    complaints = [text for each in mutations for text in rot(each, tests[each.module])]
    if complaints:
        raise Refused("\n       ".join(complaints))


def rot(mutation: Mutation, tests: str) -> Iterator[str]:
    source = ROOT / mutation.source
    try:
        mutation.applied_to(source.read_text())
    except FileNotFoundError:
        yield f"{mutation}: there is no such file"
    except Refused as refusal:
        yield str(refusal)
    for suite in mutation.suites:
        if not re.search(rf"\b(struct|class|actor|enum) {suite}\b", tests):
            yield f"{mutation}: there is no suite {suite}"


class Scratch:
    """The copy of a module, the core, and its tests."""

    name = "mutants"
    environment: dict[str, str] = {}

    def __init__(self, folder: Path, module: Module):
        self.folder = folder / module.name
        self.module = module
        if module.kept:
            self.name = ExploredScratch.name

    def fill(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        needed = {Path("Sources") / name for name in ("ErrandsTesting", *self.module.between)}
        needed |= {Path("Sources") / name for name, _ in self.module.native}
        needed |= {Path("Sources") / name for name in self.module.kept if not name.endswith("Tests")}
        needed |= {Path(script) for script in self.module.scripts}
        # One that is kept may have what is there no more.
        shutil.rmtree(self.folder / self.module.tests, ignore_errors=True)
        for part in {CORE.sources, self.module.sources, *self.module.copied} | needed:
            copy(part, self.folder)
        manifest = self.folder / "Package.swift"
        text = self.module.manifest()
        if not manifest.exists() or manifest.read_text() != text:
            manifest.write_text(text)

    def build(self) -> str | None:
        """What the compiler says where it refuses."""
        command = ["swift", "build", "--build-tests", "-Xswiftc", "-gnone"]
        environment = os.environ | self.environment
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)
        if done.returncode == 0:
            return None
        errors = re.findall(r"error: .*", done.stdout + done.stderr)
        return errors[0] if errors else (done.stdout + done.stderr)[-2000:]

    def test(self, suites: list[str]) -> str | None:
        """The first test that fails, if one does; the rest is not waited for."""
        runner = self.folder / f".build/debug/{self.name}PackageTests.xctest"
        if runner.is_dir():
            command = ["swift", "test", "--skip-build", "--no-parallel", "--disable-xctest"]
        else:
            # On Linux a program of its own; `swift test` would leave it behind when it is killed.
            command = [str(runner), "--testing-library", "swift-testing", "--no-parallel"]
        for suite in suites:
            # Of a module, or within another suite.
            command += ["--filter", rf"[./]{suite}/"]
        tests = subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | self.environment | {"SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1"},
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


def copy(part: Path, folder: Path) -> None:
    """With the times of the files, so that what has not changed is not built again."""
    shutil.rmtree(folder / part, ignore_errors=True)
    if (ROOT / part).is_dir():
        shutil.copytree(ROOT / part, folder / part)
    else:
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / part, folder / part)


class ExploredScratch(Scratch):
    """The copy of all that is explored, with the manifest of the package itself."""

    name = "errands"
    environment = {"ERRANDS_EXPLORED": "1"}

    def __init__(self, folder: Path):
        self.folder = folder / "explored"

    def fill(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        for part in (Path("Sources"), EXPLORER_TESTS):
            copy(part, self.folder)
        shutil.copy(ROOT / "Package.swift", self.folder)


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
    file = scratch.folder / mutation.source
    original = file.read_text()
    file.write_text(mutation.applied_to(original))
    try:
        if refusal := scratch.build():
            return f"{DOES_NOT_COMPILE}: {refusal}"
        noticed = scratch.test(mutation.suites) if mutation.suites else None
        return noticed or scratch.test([]) or SURVIVED
    finally:
        file.write_text(original)


def prove(mutations: list[Mutation], folder: Path) -> bool:
    answers: list[tuple[Mutation, str]] = []
    scratches: dict[Path, Scratch] = {}
    for module in dict.fromkeys(mutation.module for mutation in mutations):
        scratch = ExploredScratch(folder) if module.is_explored else Scratch(folder, module)
        if scratch.folder not in scratches:
            scratches[scratch.folder] = scratch
            scratch.fill()
            if refusal := scratch.build():
                raise Refused(f"{module.name} does not compile without any change: {refusal}")
            if failure := scratch.test([]):
                raise Refused(f"the tests of {module.name} fail without any change: {failure}")
        for mutation in mutations:
            if mutation.module == module:
                answer = attempt(mutation, scratch)
                answers.append((mutation, answer))
                print(f"{mutation.number:3}  {mutation.place}: {mutation.breaks}\n     {answer}", flush=True)
    missed = [each for each in answers if each[1].startswith((SURVIVED, DOES_NOT_COMPILE))]
    print(f"\n{len(answers) - len(missed)} of {len(answers)} changes are noticed")
    for mutation, answer in missed:
        print(f"{answer.partition(':')[0]}: {mutation}")
    return not missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="look for all that has rotted in the list, without a build")
    parser.add_argument("--list", action="store_true", help="the same, and print the list")
    parser.add_argument(
        "--only",
        metavar="WHICH",
        action="append",
        help="a number, or a part of the path or of what it breaks; may be given again",
    )
    parser.add_argument("--explored", action="store_true", help="those that the explorer's tests have to find")
    parser.add_argument("--scratch", type=Path, help="build in this folder and keep it")
    options = parser.parse_args()
    try:
        mutations = read_list(EXPLORED if options.explored else LIST)
        if options.only:
            mutations = [each for each in mutations if any(map(each.matches, options.only))]
        if not mutations:
            raise Refused("no change is called that")
        check(mutations)
        if options.check or options.list:
            print(*(mutations if options.list else [f"{len(mutations)} changes find their places"]), sep="\n")
            return 0
        if options.scratch:
            return 0 if prove(mutations, options.scratch.resolve()) else 1
        with tempfile.TemporaryDirectory(prefix="errands-mutants-") as folder:
            return 0 if prove(mutations, Path(folder)) else 1
    except Refused as refusal:
        print(f"error: {refusal}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
