#!/usr/bin/env bash
# Builds the documentation of the core, of the modules for its styles and of the loader, each as a static site:
# `docs.sh [folder]`, by default .build/documentation. A link that leads nowhere, or to more than one symbol, fails
# the build.
set -euo pipefail
folder=$(realpath --canonicalize-missing "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build/documentation}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
# The package names the documentation's plugin only where this is set.
export ERRANDS_DOCUMENTATION=1
base=${DOCS_BASE_PATH:-docs}
modules=(
  Errands ErrandsPromises ErrandsBolts ErrandsOperations ErrandsCombine
  ErrandsLoading ErrandsAsyncHTTPClient ErrandsObservability ErrandsImages ErrandsImageLoading
  ErrandsPostgres
)
for module in "${modules[@]}"; do
  name=${module,,}
  heading "Building the documentation of $module into $folder/$name"
  mkdir -p "$folder/$name"
  # A parameter whose name says everything (where a call stands, which errand) has no line in its comment.
  swift package --allow-writing-to-directory "$folder" \
    generate-documentation --target "$module" --output-path "$folder/$name" \
    --warnings-as-errors --disable-parameters-and-returns-validation \
    --transform-for-static-hosting --hosting-base-path "$base/$name"
done
echo "Serve the folder as /$base and open /$base/errands/documentation/errands there, or one of the others."
