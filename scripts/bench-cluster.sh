#!/usr/bin/env bash
# Measures what it costs Gallery to share what it keeps: `bench-cluster.sh [ROUNDS]` or `make bench-cluster`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh cluster
ERRANDS_WITH_POSTGRES=1 build_release anew
export GALLERY_BIN=$binary
exec scripts/bench-cluster.py "$@"
