#!/usr/bin/env bash
# Measures Gallery's server beside bare Hummingbird, nginx and thumbor: `bench-gallery.sh` or `make bench-gallery`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh bench
build_release
heading "Building what it is measured beside"
bare=(--package-path Benchmarks --product BarePicture --configuration release)
swift build "${bare[@]}"
heading "Measuring Gallery"
export GALLERY_BIN=$binary BARE_BIN
BARE_BIN=$(swift build "${bare[@]}" --show-bin-path)/BarePicture
exec scripts/bench-gallery.py "$@"
