#!/usr/bin/env bash
# Starts a PostgreSQL in a folder, which is made, and prints the port on which errands:errands may ask it:
# `postgres.sh FOLDER [ADDRESS]`, at 127.0.0.1 and at the address of a network of this machine. A line "restart" on its
# standard input starts it again as after a power cut. It ends with that input, which is when whoever has started it is gone,
# however that went; the folder goes with it.
# What is kept there is not meant to outlast a power cut. PostgreSQL does not run as root, and Debian has its programs
# beside the path.
set -euo pipefail
folder=$1
address=${2:-}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
port=
finish() {
  trap - EXIT
  if [[ $port ]]; then "${as[@]}" pg_ctl --pgdata=data --silent --mode=immediate stop >&2 || true; fi
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 0' INT TERM
PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1):$PATH
as=()
if [[ $(id -u) == 0 ]]; then as=(setpriv --reuid=postgres --regid=postgres --clear-groups); fi
cd "$folder"
echo errands >password
if [[ $(id -u) == 0 ]]; then chown postgres . password; fi
"${as[@]}" initdb --pgdata=data --username=errands --pwfile=password --auth=scram-sha-256 --no-sync --no-locale \
  --encoding=UTF8 >&2
if [[ $address ]]; then echo "host all all samenet scram-sha-256" >>data/pg_hba.conf; fi
settings="-k $folder -c listen_addresses=127.0.0.1${address:+,$address} -c fsync=off -c max_connections=200"
for _ in 1 2 3 4 5 6 7 8; do
  port=$((20000 + RANDOM % 20000))
  if "${as[@]}" pg_ctl --pgdata=data --silent --wait --log=log --options="-p $port $settings" start >&2; then break; fi
  port=
done
[[ $port ]]
echo "$port"
exec 1>&-
while read -r line; do
  [[ $line == restart ]] || continue
  "${as[@]}" pg_ctl --pgdata=data --silent --wait --log=log --mode=immediate restart >&2
done
