#!/usr/bin/env bash
# Runs the benchmarks, optimised: `bench.sh` or, through make, `make bench`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
[[ -f Benchmarks/Package.swift ]] || fail "there are no benchmarks in Benchmarks/ yet."
heading "Running the benchmarks"
swift package --package-path Benchmarks benchmark
