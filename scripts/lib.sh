# What the other scripts share. Sourced, not run.

heading() {
  printf '\n== %s\n' "$*"
}

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

need() {
  command -v "$1" >/dev/null || fail "$1 is not installed or not on the PATH. $2"
}

# Older ones fail in the middle of the build, in what others have written.
need_swift() {
  local version
  need swift "Install Swift 6.3 or later and try again."
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*[0-9]\).*/\1/p')
  [[ ! $version || $(printf '%s\n' 6.3 "$version" | sort --version-sort | head -n 1) == 6.3 ]] \
    || fail "Swift $version is too old; install Swift 6.3 or later and try again."
}

# is_taken HOST PORT: whether somebody listens there already. What stands for all addresses of the machine is asked at one of
# them.
is_taken() {
  local address=${1#[}
  address=${address%]}
  case $address in
    0.0.0.0) address=127.0.0.1 ;;
    ::) address=::1 ;;
  esac
  timeout 2 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$address" "$2" 2>/dev/null
}

# Builds the program as it is served and installed, and names it in `binary`: optimised, six to ten times faster than a
# debug build, and with Swift's own libraries inside, so that it runs where Swift is not. With GALLERY_BIN it is that one.
# `build_release anew` asks the build system in any case: what is there may have been built with other settings.
build_release() {
  binary=${GALLERY_BIN:-Gallery/.build/release/gallery}
  # Where nothing is newer, the build system would still take its time to find that out.
  if [[ -n ${GALLERY_BIN:-} || $# == 0 && -x $binary && -z $(newer_sources) ]]; then return; fi
  heading "Building gallery (some minutes the first time, nothing after that)"
  local options=(--package-path Gallery --product gallery --configuration release)
  if [[ $(uname) == Linux ]]; then options+=(--static-swift-stdlib); fi
  swift build "${options[@]}"
  # What has changed and makes no other program must not be looked at again.
  touch "$binary"
}

newer_sources() {
  find Package.swift Sources Gallery/Package.swift Gallery/Sources Gallery/Public -newer "$binary" -print -quit
}

# An index of what the system declares, which takes the compiler a tenth of its time, is not written: SwiftPM looks for
# XCTest's classes in that of our own files, and nobody looks for anything else.
unindexed=(-Xswiftc -index-ignore-system-modules -Xswiftc -Xfrontend -Xswiftc -index-ignore-clang-modules)

# Runs a build, whose output is seen as it goes, and fails where that warns of a file of ours: what a library warns of is for
# those to mend who write it.
without_warnings() {
  local log warnings
  log=$(mktemp)
  if ! "$@" 2>&1 | tee "$log"; then
    rm -f "$log"
    return 1
  fi
  # The explorer's package is a folder of links.
  warnings=$(grep -E "^$PWD/(\.build-explored/package/)?(Sources|Tests|Gallery|Fuzzing)/.*: warning: " "$log" | sort -u) || true
  rm -f "$log"
  [[ $warnings ]] || return 0
  heading "Warnings in files of ours"
  printf '%s\n' "$warnings"
  return 1
}

swift_tests() {
  logged swift test "$@"
}

# Runs a command that runs tests; where some fail, says at the end which: of thousands of lines only the last are kept by
# many who run this.
logged() {
  local log status=0
  log=$(mktemp)
  "$@" 2>&1 | tee "$log" || status=$?
  if ((status)) || grep -q '✘' "$log"; then
    heading "What failed"
    grep -A 3 -e '✘' -e 'error:' -e 'Fatal error' "$log" | tail -n 80 || true
  fi
  rm -f "$log"
  return "$status"
}

# Runs functions at once, and prints what the others said behind the first one's. Where one failed, its end comes once more
# behind that, for those who keep the last lines only.
side_by_side() {
  local folder name failed=() others=()
  folder=$(mktemp -d)
  for name in "${@:2}"; do
    "$name" >"$folder/$name" 2>&1 &
    others+=("$!")
  done
  "$1" 2>&1 | tee "$folder/$1" || failed+=("$1")
  for name in "${@:2}"; do
    wait "${others[0]}" || failed+=("$name")
    others=("${others[@]:1}")
    cat "$folder/$name"
  done
  for name in "${failed[@]}"; do
    heading "The end of what failed: $name"
    tail -n 90 "$folder/$name"
  done
  rm -rf "$folder"
  return "$((${#failed[@]} > 0))"
}

# The bundle of tests that a package was built into, with what it wants first. Not by `swift test`, of which a second one
# would wait for the first.
test_bundle() {
  local name=$1
  shift
  printf '%s/%sPackageTests.xctest' "$(swift build "$@" --show-bin-path)" "$name"
}
