#!/usr/bin/env bash
# Tries every interleaving of the explorer's scenarios, in a build of its own; arguments, such as `--filter Scope`, go to
# `swift test`, and `explore.sh build` builds and no more. Its package is a folder of links: beside the usual one it would
# want the usual one's list of dependencies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
package=.build-explored/package
mkdir -p "$package"
for part in Package.swift Sources Tests; do ln -sfn "$PWD/$part" "$package/$part"; done
export ERRANDS_EXPLORED=1
build=(--package-path "$package" --scratch-path .build-explored "${unindexed[@]}")
if [[ ${1:-} == build ]]; then
  without_warnings swift build --build-tests "${build[@]}"
  exit
fi
heading "Trying every interleaving"
if (($#)) || [[ $(uname) != Linux ]]; then
  swift_tests --no-parallel "${build[@]}" "$@"
  exit
fi

# One interleaving is tried at a time, by threads that take turns: they do so in half the time where they share a core.
# Each of two processes has one, and about half of all schedules.
without_warnings swift build --build-tests "${build[@]}"
bundle=$(test_bundle errands "${build[@]}")
half='(Queue|Operation|All)Exploration'
suite() { logged taskset --cpu-list "$1" "$bundle" --testing-library swift-testing --no-parallel "${@:2}"; }
one_half() { suite 0 --filter "$half"; }
other_half() { suite "$(($(nproc) - 1))" --skip "$half"; }
side_by_side one_half other_half
