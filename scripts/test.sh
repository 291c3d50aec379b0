#!/usr/bin/env bash
# Runs every test there is; ends at the first part that fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh test
heading "Testing the library"
# One test at a time: among them are some that keep every core busy for half a minute, beside which others would
# miss their time limits.
swift_tests --no-parallel
heading "Testing Gallery"
swift_tests --no-parallel --package-path Gallery
heading "Building gallery for the browser tests"
swift build --package-path Gallery --product gallery
binary=$(swift build --package-path Gallery --show-bin-path)/gallery
screenshots=${GALLERY_SCREENSHOTS:-Gallery/Tests/Browser/screenshots}
heading "Testing the page in Chromium (its pictures go to $screenshots)"
GALLERY_BIN=$binary .venv/bin/pytest Gallery/Tests/Browser
scripts/explore.sh
