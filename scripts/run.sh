#!/usr/bin/env bash
# Builds Gallery and serves it at HOST:PORT (127.0.0.1:8080) until Ctrl-C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

host=${HOST:-127.0.0.1}
port=${PORT:-8080}

# Whether somebody listens there already. What stands for all addresses of the machine is asked at one of them.
is_taken() {
  local address=${host#[}
  address=${address%]}
  case $address in
    0.0.0.0) address=127.0.0.1 ;;
    ::) address=::1 ;;
  esac
  timeout 2 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$address" "$port" 2>/dev/null
}

# Known before minutes of building, not after.
if is_taken; then fail "port $port of $host is taken by another program; choose another, as in: make run PORT=8081"; fi
scripts/install.sh run
build_release

heading "Serving Gallery at http://$host:$port (Ctrl-C ends it)"
# exec: the signals of the terminal and of a service manager reach the program itself.
exec "$binary" serve --host "$host" --port "$port"
