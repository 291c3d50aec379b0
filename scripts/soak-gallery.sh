#!/usr/bin/env bash
# Visits Gallery's server while the network is bad: `soak-gallery.sh [MINUTES] [VISITORS]` or `make soak-gallery`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh build
build_release
heading "Visiting Gallery"
export GALLERY_BIN=$binary
exec scripts/soak-gallery.py "$@"
