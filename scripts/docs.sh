#!/usr/bin/env bash
# Builds the documentation of the core as a static site: `docs.sh [folder]`, by default .build/documentation.
# A link that leads nowhere, or to more than one symbol, fails the build.
set -euo pipefail
folder=$(realpath --canonicalize-missing "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build/documentation}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
heading "Building the documentation into $folder"
mkdir -p "$folder"
# The package names the documentation's plugin only where this is set.
export ERRANDS_DOCUMENTATION=1
# A parameter whose name says everything (where a call stands, which errand) has no line in its comment.
swift package --allow-writing-to-directory "$folder" \
  generate-documentation --target Errands --output-path "$folder" \
  --warnings-as-errors --disable-parameters-and-returns-validation \
  --transform-for-static-hosting --hosting-base-path "${DOCS_BASE_PATH:-errands}"
echo "Serve the folder as /${DOCS_BASE_PATH:-errands} and open documentation/errands there."
