#!/usr/bin/env bash
# Tries every interleaving of the explorer's scenarios, in a build of its own; arguments, such as `--filter Scope`, go to
# `swift test`. Its package is a folder of links: beside the usual one it would want the usual one's list of dependencies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
package=.build-explored/package
mkdir -p "$package"
for part in Package.swift Sources Tests; do ln -sfn "$PWD/$part" "$package/$part"; done
export ERRANDS_EXPLORED=1
build=(--package-path "$package" --scratch-path .build-explored)
heading "Trying every interleaving"
if (($#)) || [[ $(uname) != Linux ]]; then
  swift_tests --no-parallel "${build[@]}" "$@"
  exit
fi

# One interleaving is tried at a time, so a process keeps one core busy: the queue's, nearly half of all, have one of
# their own. Not by `swift test`, of which the second would wait for the first.
swift build --build-tests "${build[@]}"
tests=("$(swift build "${build[@]}" --show-bin-path)/errandsPackageTests.xctest" --testing-library swift-testing)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${tests[@]}" --no-parallel --skip QueueExploration >"$log" 2>&1 &
others=$!
status=0
logged "${tests[@]}" --no-parallel --filter QueueExploration || status=$?
wait "$others" || status=$?
logged cat "$log"
exit "$status"
