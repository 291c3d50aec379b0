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
# their own.
without_warnings swift build --build-tests "${build[@]}"
bundle=$(test_bundle errands "${build[@]}")
suite() { logged "$bundle" --testing-library swift-testing --no-parallel "$@"; }
of_queues() { suite --filter QueueExploration; }
all_others() { suite --skip QueueExploration; }
side_by_side of_queues all_others
