#!/usr/bin/env bash
# Decodes files that were changed, cut and put together again, 10,000 of each format or as many as are given, with all tests of
# images under the address sanitizer: what it says of libvips and its decoders are errors on the heap, as these come without
# checks of their own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh build
export ERRANDS_IMAGE_ROUNDS=${1:-10000}
# libvips and the libraries below it keep what they set up once.
export ASAN_OPTIONS=detect_leaks=0
heading "Testing images under the address sanitizer, $ERRANDS_IMAGE_ROUNDS changed files of each format"
swift_tests --no-parallel --sanitize=address --scratch-path .build-asan --filter ErrandsImages
