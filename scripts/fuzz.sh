#!/usr/bin/env bash
# Gives the parsers whatever chance and coverage make up, and says where a property of Fuzzing/Targets does not hold:
# `fuzz.sh [seconds [target...]]`, all targets for ten minutes each by default, as many at once as there are cores, or as JOBS
# says, and with the same chance each time if SEED is a number above 0. What is found is kept in .build/fuzz/findings, and what
# leads to new code in .build/fuzz/corpus, from where the next run goes on.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
[[ $(uname) == Linux ]] || fail "Swift's toolchain has the fuzzer on Linux only."
seconds=${1:-600}
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "\"$seconds\" is no number of seconds; say scripts/fuzz.sh 60."
jobs=${JOBS:-$(nproc)}
folder=.build/fuzz

# The parsers and what they need, wherever it lies. Nothing but Foundation is among that, so that they are compiled with the
# targets as one module: in seconds, and where nothing has been built.
parsers=(
  CacheControl CacheStatus ContentDisposition ContentRange EntityTag FetchError FetchError+Sentences FetchHead FetchedData
  FieldList HTTPDate HTTPFields JSONBody RequestedRange RetryAfter SafeFileName StringProtocol+Prefix URL+Fetching URL+Plain
  URL+Redaction Validator
  AV1Sequence BoxReader ByteCursors GIFOutline HEIFOutline HEVCSequence ImageFormat ImageFormat+Completeness
  ImageFormat+Sniffing ImageSize JPEGOutline PNGOutline WebPFile WebPOutline
)
heading "Building the fuzz targets"
mkdir -p "$folder/findings"
mapfile -t sources < <(find Fuzzing -name '*.swift')
for parser in "${parsers[@]}"; do
  file=$(find Sources/ErrandsLoading Sources/ErrandsImages -name "$parser.swift")
  [[ -f $file ]] || fail "There is not one $parser.swift; change the list in scripts/fuzz.sh."
  sources+=("$file")
done
swiftc -O -wmo -swift-version 6 -parse-as-library -module-name Fuzzing -package-name errands -sanitize=fuzzer,address -use-ld=lld \
  "${sources[@]}" -o "$folder/fuzz"

# lay_out TARGET: its seeds, each line a file of its own, as the fuzzer wants them.
lay_out() {
  local seed number=0
  [[ -f Fuzzing/Seeds/$1.txt && -f Fuzzing/Words/$1.dict ]] \
    || fail "$1 has no seeds and words in Fuzzing; the targets are: $("$folder/fuzz" | paste -sd ' ')"
  rm -rf "$folder/seeds/$1"
  mkdir -p "$folder/seeds/$1" "$folder/corpus/$1"
  while IFS= read -r seed; do
    number=$((number + 1))
    printf '%s' "$seed" >"$folder/seeds/$1/$number"
  done <"Fuzzing/Seeds/$1.txt"
}

# fuzz TARGET: runs it, and says in a line what came of it.
fuzz() {
  local log=$folder/$1.log runs found input
  lay_out "$1"
  local options=(
    -max_total_time="$seconds" -max_len=2048 -timeout=20 -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1
    -seed="${SEED:-0}" -dict="Fuzzing/Words/$1.dict" -artifact_prefix="$folder/findings/$1-"
  )
  if FUZZ_TARGET=$1 "$folder/fuzz" "${options[@]}" "$folder/corpus/$1" "$folder/seeds/$1" >"$log" 2>&1; then
    found=
  else
    found=$(grep -a -m 1 -o -e 'Fatal error: .*' -e 'ERROR: .*' "$log" || echo "it ended; see $log")
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  printf '%-20s %9s runs, %s\n' "$1" "${runs:-0}" "${found:-no findings}"
  [[ $found ]] || return 0
  input=$(sed -n 's/.*Test unit written to //p' "$log")
  printf '  Try it again: FUZZ_TARGET=%s %s %s\n' "$1" "$folder/fuzz" "$input"
  return 1
}

targets=("${@:2}")
((${#targets[@]})) || mapfile -t targets < <("$folder/fuzz")
heading "Fuzzing ${#targets[@]} targets, $seconds seconds each, $jobs at once"
status=0 running=0
for target in "${targets[@]}"; do
  if ((running == jobs)); then
    wait -n || status=1
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
while ((running)); do
  wait -n || status=1
  running=$((running - 1))
done
exit "$status"
