#!/usr/bin/env bash
# A compiler of C and C++ for `swift build` (in CC): that in CLANG, which reads the headers of C++'s standard library once, into
# the folder HEADERS, for all files with the same options. BoringSSL, which comes twice, is 700 small files that include many
# times as much as they are; so, and without an index of what they include, they take half the time.
set -euo pipefail
if [[ " $* " != *.cc\ -o\ * ]]; then exec "$CLANG" "$@"; fi

compile=("$CLANG" "$@" -index-store-path "")
# What is left are options that have to be the same.
options=()
while (($#)); do
  case $1 in
    -c | -o | -I | -MF | -MT | -index-store-path) shift 2 ;;
    -MD) shift ;;
    *)
      options+=("$1")
      shift
      ;;
  esac
done
headers=$HEADERS/$(printf '%s\n' "${options[@]}" | cksum | tr ' ' -)
if [[ ! -f $headers ]]; then
  mkdir -p "$HEADERS"
  printf '#include <%s>\n' {algorithm,array,atomic,functional,limits,memory,optional,string,utility,vector} \
    {assert,limits,stdint,stdio,stdlib,string}.h >"$headers.$$.h"
  "$CLANG" "${options[@]}" -x c++-header "$headers.$$.h" -o "$headers.$$" && mv "$headers.$$" "$headers"
fi
# Where that does not go together, because the system's headers have changed since, say, without.
"${compile[@]}" -include-pch "$headers" 2>/dev/null || exec "${compile[@]}"
