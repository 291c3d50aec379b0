#!/usr/bin/env bash
# Runs every test there is; ends at the first part that fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh test
# One build folder for both packages: in another one Gallery would build once more what the library needs, too. Not the
# usual one, whose plan SwiftPM would then take for the other package's; here it is thrown away in between.
scratch=$PWD/.build-test
forget_plan() { rm -f "$scratch/debug.yaml"; }
forget_plan
heading "Testing the library"
# One test at a time: among them are some that keep every core busy for half a minute, beside which others would
# miss their time limits.
swift_tests --no-parallel --scratch-path "$scratch"
forget_plan
heading "Testing Gallery"
gallery=(--package-path Gallery --scratch-path "$scratch")
swift_tests --no-parallel "${gallery[@]}"
heading "Building gallery for the browser tests"
swift build "${gallery[@]}" --product gallery
binary=$(swift build "${gallery[@]}" --show-bin-path)/gallery
screenshots=${GALLERY_SCREENSHOTS:-Gallery/Tests/Browser/screenshots}
heading "Testing the page in Chromium (its pictures go to $screenshots)"
GALLERY_BIN=$binary .venv/bin/pytest Gallery/Tests/Browser
heading "Testing what is installed"
GALLERY_BIN=$binary .venv/bin/pytest Gallery/Tests/Shell
scripts/explore.sh
