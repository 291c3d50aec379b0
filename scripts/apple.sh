#!/usr/bin/env bash
# Type-checks what ErrandsCombine and ErrandsPromises say to Combine on Apple's platforms, on Linux: OpenCombine under the
# name of Combine, so that `canImport(Combine)` holds. It sees that the branch parses, and fits the part of Combine's
# interface that OpenCombine has under the same names. It cannot see what only Apple's has (schedulers that are Foundation's
# and Dispatch's own types, availability, `Sendable` annotations of the SDK), nor `canImport(Darwin)` and
# `canImport(ObjectiveC)`, nor how any of it runs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

need_swift
[[ $(uname) == Linux ]] || fail "On Apple's platforms a build checks this, and more: swift build"
scripts/install.sh run
swift build --target ErrandsCombine
swift build --target ErrandsPromises
products=$(swift build --show-bin-path)
# What SwiftPM takes for the package's name.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What Apple's Combine has, OpenCombine lacks, and the sources name.
cat >"$folder/Lacking.swift" <<'SWIFT'
import Combine

extension Publishers {
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    public init<Members: Swift.Sequence>(_ upstream: Members) where Members.Element == Upstream {}
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {}
  }
}
SWIFT

# check MODULE: its sources, but for imports of OpenCombine by its own name, which the compiler refuses even where they are
# not compiled.
check() {
  local module=$1 file sources=("${@:2}")
  heading "$module with Combine"
  while IFS= read -r file; do
    if grep -q 'import OpenCombine' "$file"; then
      sed -e '/^#else$/,/^#endif$/d' -e '/^#if canImport(Combine)$/d' "$file" >"$folder/${file##*/}"
      file=$folder/${file##*/}
    fi
    sources+=("$file")
  done < <(find "Sources/$module" -name '*.swift')
  swiftc -typecheck -swift-version 6 -package-name "$package" -module-name "$module" -parse-as-library \
    -I "$products/Modules" -Xcc "-fmodule-map-file=$products/COpenCombineHelpers.build/module.modulemap" \
    -module-alias Combine=OpenCombine "${sources[@]}"
}

check ErrandsCombine "$folder/Lacking.swift"
check ErrandsPromises
echo "The branch for Apple's Combine type-checks; how it runs there is not known."
