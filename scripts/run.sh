#!/usr/bin/env bash
# Builds Gallery and serves it at HOST:PORT (127.0.0.1:8080) until Ctrl-C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

scripts/install.sh run
heading "Building gallery (the first time takes some minutes)"
swift build --package-path Gallery --product gallery
binary=$(swift build --package-path Gallery --show-bin-path)/gallery

heading "Serving Gallery at http://${HOST:-127.0.0.1}:${PORT:-8080} (Ctrl-C ends it)"
# exec: the signals of the terminal and of a service manager reach the program itself.
exec "$binary" serve --host "${HOST:-127.0.0.1}" --port "${PORT:-8080}"
