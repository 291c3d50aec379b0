#!/usr/bin/env bash
# Runs the Swift tests of both packages under the thread sanitizer, in build folders of their own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

# Gallery as several servers run it, too.
export ERRANDS_WITH_POSTGRES=1
export TSAN_OPTIONS="suppressions=$PWD/scripts/tsan.txt"

scripts/install.sh test
heading "Testing the library under the thread sanitizer"
swift_tests --no-parallel --sanitize=thread -Xswiftc -DTSAN --scratch-path .build-tsan
heading "Testing Gallery under the thread sanitizer"
swift_tests --no-parallel --package-path Gallery --sanitize=thread -Xswiftc -DTSAN --scratch-path Gallery/.build-tsan
