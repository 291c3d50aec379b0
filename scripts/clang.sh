#!/usr/bin/env bash
# A compiler of C and C++ for `swift build` (in CC): that in CLANG, which reads the headers of C++'s standard library and of
# the target itself once, into the folder HEADERS, for all files with the same options. BoringSSL, which comes twice, is 700
# small files that include many times as much as they are; so, and without an index of what they include, they take a
# quarter of the time.
set -euo pipefail
if [[ " $* " != *.cc\ -o\ * ]]; then exec "$CLANG" "$@"; fi

compile=("$CLANG" "$@" -index-store-path "")
# What is left are options that have to be the same.
options=() folders=() target=
while (($#)); do
  case $1 in
    -I)
      folders+=("$2")
      shift 2
      ;;
    -o)
      target=${2%.build/*}
      target=${target##*/}
      shift 2
      ;;
    -c | -MF | -MT | -index-store-path) shift 2 ;;
    -MD) shift ;;
    *)
      options+=("$1")
      shift
      ;;
  esac
done
list=({algorithm,array,atomic,functional,limits,memory,optional,string,utility,vector} {assert,limits,stdint,stdio,stdlib,string}.h)
own=
for folder in "${folders[@]}"; do
  if [[ -f $folder/$target.h ]]; then
    list+=("$target.h")
    # Another version of it has other headers.
    own=$(stat --format '%s %Y' "$folder/$target.h")
  fi
done
headers=$HEADERS/$target-$(printf '%s\n' "${options[@]}" "$own" | cksum | tr ' ' -)
if [[ ! -f $headers ]]; then
  mkdir -p "$HEADERS"
  printf '#include <%s>\n' "${list[@]}" >"$headers.$$.h"
  # With all that they make of templates: of that each file would make its own.
  "$CLANG" "${options[@]}" "${folders[@]/#/-I}" -fpch-instantiate-templates -x c++-header "$headers.$$.h" -o "$headers.$$" \
    && mv "$headers.$$" "$headers"
fi
# Where that does not go together, because the system's headers have changed since, say, without.
"${compile[@]}" -include-pch "$headers" 2>/dev/null || exec "${compile[@]}"
