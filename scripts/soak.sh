#!/usr/bin/env bash
# Runs the suites again and again, with every core kept busy by something else and then on one core alone, and says
# which tests ever failed: `soak.sh [rounds]`, ten of each by default. A test that depends on the moment shows here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

rounds=${1:-10}
last_core=$(($(nproc) - 1))
scripts/install.sh test
logs=$(mktemp -d)
busy=()
calm() {
  ((${#busy[@]})) && kill "${busy[@]}" 2>/dev/null
  busy=()
}
trap 'calm || true; rm -rf "$logs"' EXIT

# A busy loop for each core.
keep_busy() {
  local core
  for ((core = 0; core <= last_core; core++)); do
    while :; do :; done &
    busy+=($!)
  done
}

# soak NAME PACKAGE COMMAND...: the package's suite, run by the command, in every round.
soak() {
  local name=$1 package=$2 round
  shift 2
  for ((round = 1; round <= rounds; round++)); do
    heading "$name, round $round of $rounds"
    "$@" swift test --package-path "$package" --skip-build --no-parallel >"$logs/$name.$round" 2>&1 || true
    grep -E '^✘ Test run|^✔ Test run|Fatal error' "$logs/$name.$round" || echo "ended without a result"
  done
}

for package in . Gallery; do
  heading "Building the tests of $package"
  swift build --package-path "$package" --build-tests
done
keep_busy
soak "library-busy" .
soak "gallery-busy" Gallery
calm || true
library_on_one_core() { soak "library-on-one-core" . taskset --cpu-list 0; }
gallery_on_one_core() { soak "gallery-on-one-core" Gallery taskset --cpu-list "$last_core"; }
if ((last_core)); then
  side_by_side library_on_one_core gallery_on_one_core
else
  library_on_one_core
  gallery_on_one_core
fi

heading "What ever failed"
failures=0
for log in "$logs"/*; do
  if grep -q '^✔ Test run' "$log" && ! grep -q -e '^✘' -e 'Fatal error' "$log"; then continue; fi
  failures=$((failures + 1))
  echo "${log##*/}:"
  grep -e '^✘ Test ' -e 'Fatal error' "$log" | grep -v 'Test run' | sort | uniq -c || echo "  it ended without a result"
done
((failures == 0)) || fail "$failures of $((4 * rounds)) runs failed."
echo "Nothing, in $((4 * rounds)) runs."
