#!/usr/bin/env bash
# Tries every interleaving of the explorer's scenarios, in a build of its own. Its package is a folder of links: beside
# the usual one it would want the usual one's list of dependencies.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
package=.build-explored/package
mkdir -p "$package"
for part in Package.swift Sources Tests; do ln -sfn "$PWD/$part" "$package/$part"; done
export ERRANDS_EXPLORED=1
heading "Trying every interleaving"
swift_tests --no-parallel --package-path "$package" --scratch-path .build-explored "$@"
