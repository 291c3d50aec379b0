#!/usr/bin/env bash
# Tries every interleaving of the explorer's scenarios, in a build of its own; arguments, such as `--filter Scope`, go to
# `swift test`. The package is a folder of links: beside the usual one it would want the usual one's list of dependencies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
package=.build-explored/package
mkdir -p "$package"
for part in Package.swift Sources Tests; do ln -sfn "$PWD/$part" "$package/$part"; done
export ERRANDS_EXPLORED=1
build=(--package-path "$package" --scratch-path .build-explored "${unindexed[@]}")
heading "Trying every interleaving"
if [[ $(uname) != Linux || $# -gt 0 ]]; then
  swift_tests --no-parallel "${build[@]}" "$@"
  exit
fi

without_warnings swift build --build-tests "${build[@]}"
bundle=$(test_bundle errands "${build[@]}")
# One interleaving is tried at a time, by threads that take turns: they do so in half the time where they share a core.
on_core() { logged taskset --cpu-list "$1" "$bundle" --testing-library swift-testing --no-parallel "${@:2}"; }
# First those that have few interleavings each, for an early answer, and then the others.
operations='OperationExploration' middle='(All|Combine|Queue)Exploration'
try_operations() { on_core 0 --filter "$operations"; }
try_middle() { on_core "$(($(nproc) - 1))" --filter "$middle"; }
try_small() { on_core 0 --skip "$operations|$middle"; }
try_small
side_by_side try_operations try_middle
