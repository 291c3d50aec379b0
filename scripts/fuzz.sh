#!/usr/bin/env bash
# Gives the parsers whatever an hour of chance and coverage makes up: `fuzz.sh [seconds] [target...]`, ten minutes for each
# target by default, as many at once as there are cores (or JOBS=1). What is found is kept in .build/fuzz/findings, and what
# leads to new code in .build/fuzz/corpus, from where the next run goes on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
[[ $(uname) == Linux ]] || fail "The toolchain has the fuzzer's runtime on Linux only."
seconds=${1:-600}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "\"$seconds\" is no number of seconds: say fuzz.sh 60."
shift $(($# ? 1 : 0))
jobs=${JOBS:-$(nproc)}
folder=.build/fuzz
mkdir -p "$folder/findings"

# The parsers, which need nothing but Foundation, so that they are compiled with the targets as one module in some seconds,
# on a clone where nothing is built. By their names, wherever they lie.
parsers=(
  CacheControl ContentDisposition ContentRange EntityTag FetchError FetchError+Sentences FieldList HTTPDate HTTPFields
  JSONBody RequestedRange RetryAfter SafeFileName URL+Fetching Validator
)
sources=()
for parser in "${parsers[@]}"; do
  file=$(find Sources/ErrandsLoading Gallery/Sources -name "$parser.swift")
  [[ -f $file ]] || fail "$parser.swift is not there once: name another file in scripts/fuzz.sh."
  sources+=("$file")
done

heading "Building the fuzz targets"
swiftc -O -wmo -swift-version 6 -parse-as-library -module-name Fuzzing -sanitize=fuzzer,address -use-ld=lld \
  "${sources[@]}" $(find Fuzzing -name '*.swift') -o "$folder/fuzz"

# Runs one target, and says in a line what came of it.
fuzz_target() {
  local target=$1 log=$folder/$1.log corpus=$folder/corpus/$1 seeds=$folder/seeds/$1
  local options=(-max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=2048 -detect_leaks=0)
  options+=(-print_final_stats=1 -artifact_prefix="$folder/findings/$target-")
  [[ -f Fuzzing/Words/$target.dict ]] && options+=(-dict="Fuzzing/Words/$target.dict")
  # Of the seeds each line is one.
  rm -rf "$seeds"
  mkdir -p "$corpus" "$seeds"
  local seed number=0
  while IFS= read -r seed; do
    number=$((number + 1))
    printf '%s' "$seed" >"$seeds/$number"
  done <"Fuzzing/Seeds/$target.txt"

  local status=0 runs finding
  FUZZ_TARGET=$target "$folder/fuzz" "${options[@]}" "$corpus" "$seeds" >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
  if ((!status)); then
    printf '%-20s %s runs, no findings\n' "$target" "$runs"
    return
  fi
  finding=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  printf '%-20s %s runs, a finding: %s\n' "$target" "$runs" \
    "$(grep -m 1 -o -e 'Fatal error.*' -e 'ERROR: .*' "$log" || echo "it ended with status $status")"
  printf '  again: FUZZ_TARGET=%s %s %s\n  log: %s\n' "$target" "$folder/fuzz" "${finding:-}" "$log"
  return 1
}

targets=("$@")
(($#)) || mapfile -t targets < <("$folder/fuzz")
heading "Fuzzing ${#targets[@]} targets for $seconds seconds each, $jobs at once"
status=0 running=0
for target in "${targets[@]}"; do
  if ((running == jobs)); then
    wait -n || status=1
    running=$((running - 1))
  fi
  fuzz_target "$target" &
  running=$((running + 1))
done
for ((; running; running--)); do wait -n || status=1; done
exit "$status"
