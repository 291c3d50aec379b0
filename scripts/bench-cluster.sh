#!/usr/bin/env bash
# Measures what it costs Gallery to share what it keeps: `bench-cluster.sh [ROUNDS]` or `make bench-cluster`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh cluster
ERRANDS_WITH_POSTGRES=1 build_release anew
export GALLERY_BIN=$binary
# A disk on which thousands of files were deleted a moment ago takes its time to make others, and that would be measured.
if [[ -z ${TMPDIR:-} && -d /dev/shm && -w /dev/shm ]]; then export TMPDIR=/dev/shm; fi
exec scripts/bench-cluster.py "$@"
