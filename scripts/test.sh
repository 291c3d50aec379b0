#!/usr/bin/env bash
# Runs every test there is; ends at the first part that fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

# Gallery as several servers run it, too.
export ERRANDS_WITH_POSTGRES=1
# The core as it is shipped.
export ERRANDS_OPTIMIZED=1

scripts/install.sh packages
# Before anything is built: that takes a second.
heading "Looking for what has rotted in the lists of mutations"
scripts/mutate.py --check
scripts/mutate.py --check --explored
# One build folder for both packages: in another one Gallery would build once more what the library needs, too. Not the
# usual one, whose plan SwiftPM would then take for the other package's; here it is thrown away in between.
scratch=$PWD/.build-test
forget_plan() { rm -f "$scratch/debug.yaml"; }
forget_plan
CLANG=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin/clang|p')
export CLANG HEADERS=$scratch/headers CC=$PWD/scripts/clang.sh
# What only a debugger reads is not written.
library=(--scratch-path "$scratch" -debug-info-format none "${unindexed[@]}")
bundle=$(test_bundle errands "${library[@]}")
# One test at a time on each core: among them are some that keep theirs busy for half a minute, beside which others would
# miss their time limits. One that hangs is the last that was started.
suite() { logged timeout --foreground 1200 "$bundle" --testing-library swift-testing --no-parallel "$@"; }
heading "Building the library without images, for who has no libvips, and its tests"
build_library() { ERRANDS_WITHOUT_IMAGES=1 without_warnings swift build --build-tests "${library[@]}"; }
install_the_rest() { scripts/install.sh test; }
side_by_side build_library install_the_rest
needs_libvips() { ldd "$bundle" | grep libvips; }
if needs_libvips; then fail "What has nothing to do with images needs libvips."; fi
heading "Testing the library without images"
# Two halves that take about as long as one another, as everywhere below.
core='^(Errands(Promises|Operations)?|Conformance|PromiseKit)Tests\.'
# Those that need the main thread are written for XCTest.
core_tests() { logged "$bundle" --testing-library xctest && suite --filter "$core"; }
other_tests() { suite --skip "$core"; }
side_by_side core_tests other_tests
forget_plan
heading "Building images, too"
without_warnings swift build --build-tests "${library[@]}"
needs_libvips
heading "Testing images and the code in the prose"
image_tests() { suite --filter '^ErrandsImage(s|Loading)Tests\.'; }
prose_tests() { suite --filter '^DocumentationTests\.'; }
side_by_side image_tests prose_tests
forget_plan
gallery=(--package-path Gallery "${library[@]}")
heading "Building Gallery and its tests, and fuzzing the parsers"
build_gallery() { without_warnings swift build --build-tests "${gallery[@]}"; }
# Beside a build, which does not always keep both cores busy, and has no time limits to miss. With the same chance each
# time, so that what passed here passes elsewhere; `make fuzz` is for finding more.
fuzz_parsers() { JOBS=1 SEED=1 without_warnings scripts/fuzz.sh 20; }
side_by_side build_gallery fuzz_parsers
bundle=$(test_bundle gallery "${gallery[@]}")
heading "Testing Gallery"
command='^GalleryCommandTests\.'
command_tests() { suite --filter "$command"; }
service_tests() { suite --skip "$command"; }
side_by_side command_tests service_tests
heading "Testing the page in Chromium"
# Which the tests of its command line have built.
export GALLERY_BIN=${bundle%/*}/gallery
browser=Gallery/Tests/Browser
half=("$browser"/test_{accessible,covers,first_paint,gifs,library,models,photos,settings}.py)
one_half() { .venv/bin/pytest "${half[@]}"; }
other_half() { .venv/bin/pytest "$browser" "${half[@]/#/--ignore=}"; }
side_by_side other_half one_half
heading "Testing what is installed, and trying every interleaving"
shell_tests() { .venv/bin/pytest Gallery/Tests/Shell; }
explore() { scripts/explore.sh; }
# The former keep no more than one core busy.
side_by_side shell_tests explore
