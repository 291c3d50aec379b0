#!/usr/bin/env bash
# Builds Gallery for several servers, and serves it with N=3 of them on one PostgreSQL behind nginx, at HOST:PORT
# (127.0.0.1:8080) until Ctrl-C; the servers themselves are at the ports behind that. All of it lies in a temporary folder,
# and goes with it; DATABASE=postgres://… is another database, which stays.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib.sh

count=${N:-3}
host=${HOST:-127.0.0.1}
port=${PORT:-8080}
[[ $count =~ ^[1-9][0-9]?$ ]] || fail "N=$count is no number of servers from 1 to 99; say make run-cluster N=3."
case $host in
  0.0.0.0 | :: | '[::]')
    fail "HOST=$host is every address of this machine, and people come under one; say which, as in: make run-cluster HOST=$(uname -n)"
    ;;
  localhost | 127.* | '[::1]') ;;
  *)
    # Each server is asked by nginx alone, and cannot know.
    if [[ ! ${GALLERY_PASSWORD_FILE:-} ]]; then
      echo "warning: whoever reaches $host over a network can use this; set GALLERY_PASSWORD_FILE to a file with a password." >&2
    fi
    ;;
esac
# Known before minutes of building. A stranger at the port of a server would be taken for it.
if is_taken "$host" "$port"; then
  fail "port $port of $host is taken by another program; choose another, as in: make run-cluster PORT=8181"
fi
for number in $(seq "$count"); do
  if is_taken 127.0.0.1 "$((port + number))"; then
    fail "port $((port + number)), which server $number needs, is taken by another program; choose another PORT, as in: make run-cluster PORT=8181"
  fi
done
scripts/install.sh cluster
ERRANDS_WITH_POSTGRES=1 build_release anew

folder=$(mktemp -d)
chmod 711 "$folder"
finish() {
  trap - EXIT
  heading "Ending the cluster"
  kill "${started[@]}" 2>/dev/null || true
  wait || true
  rm -rf "$folder"
}
started=()
trap finish EXIT
trap 'exit 0' INT TERM

# until_true SENTENCE PROCESS COMMAND...: waits for the command to succeed, for as long as the process lives.
until_true() {
  until "${@:3}" 2>/dev/null; do
    kill -0 "$2" 2>/dev/null || fail "$1"
    sleep 0.1
  done
}

database=${DATABASE:-}
if [[ ! $database ]]; then
  heading "Starting PostgreSQL"
  tail -f /dev/null --pid=$$ | scripts/postgres.sh "$folder/postgres" >"$folder/port" 2>"$folder/postgres.log" &
  started+=("$!")
  until_true "PostgreSQL has not started; see above." "$!" test -s "$folder/port"
  database=postgres://errands:errands@127.0.0.1:$(cat "$folder/port")/postgres
fi

heading "Starting $count servers"
servers=()
for number in $(seq "$count"); do
  mkdir -m 700 "$folder/$number"
  GALLERY_DATABASE=$database "$binary" serve --port "$((port + number))" --data "$folder/$number" \
    --public-url "http://$host:$port" --trusted-proxy 127.0.0.1 --quiet >"$folder/$number.log" &
  started+=("$!")
  servers+=("127.0.0.1:$((port + number))")
  until_true "The server at port $((port + number)) has ended; see above." "$!" \
    grep -q '^Gallery is at' "$folder/$number.log"
done

heading "Serving Gallery at http://$host:$port (Ctrl-C ends it)"
scripts/balancer.sh "$folder" "$host:$port" "${servers[@]}" &
started+=("$!")
wait "$!"
