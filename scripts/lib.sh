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

need_swift() {
  need swift "Install Swift 6.1 or later and try again."
}
