#!/usr/bin/env bash
# Builds Gallery and serves it at HOST:PORT (127.0.0.1:8080) until Ctrl-C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

host=${HOST:-127.0.0.1}
port=${PORT:-8080}

# Known before minutes of building, not after.
if is_taken "$host" "$port"; then
  fail "port $port of $host is taken by another program; choose another, as in: make run PORT=8081"
fi
scripts/install.sh run
build_release

heading "Serving Gallery at http://$host:$port (Ctrl-C ends it)"
# exec: the signals of the terminal and of a service manager reach the program itself.
exec "$binary" serve --host "$host" --port "$port"
