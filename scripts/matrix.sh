#!/usr/bin/env bash
# Runs the conformance matrix and writes its table into the README: `matrix.sh`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
table=$(mktemp)
readme=$(mktemp)
trap 'rm -f "$table" "$readme"' EXIT

heading "Running the conformance matrix"
# A table with failures is written too, so that the README never keeps one that was true once.
ERRANDS_MATRIX=$table swift test --no-parallel --filter ConformanceTests.ConformanceTests || failed=yes
[[ -s $table ]] || fail "the suite has written no table."

heading "Writing the table into README.md"
awk -v table="$table" '
  /^<!-- matrix -->$/ { print; while ((getline line < table) > 0) print line; inside = 1; found = 1 }
  /^<!-- \/matrix -->$/ { inside = 0 }
  !inside { print }
  END { exit !found || inside }
' README.md >"$readme" || fail "README.md has no block from <!-- matrix --> to <!-- /matrix -->."
cat "$readme" >README.md
cat "$table"
[[ -z ${failed:-} ]] || fail "there are laws that do not hold in every style."
