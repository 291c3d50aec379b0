#!/usr/bin/env bash
# Serves several servers as one, by nginx, until it is ended: `balancer.sh FOLDER HOST:PORT SERVER…`, each server as HOST:PORT.
# What nginx needs lies in the folder.
set -euo pipefail
folder=$1
listening=$2
shift 2
cat >"$folder/nginx.conf" <<END
daemon off;
pid $folder/nginx.pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  upstream gallery {
    least_conn;
$(printf '    server %s fail_timeout=2s;\n' "$@")
    keepalive 64;
  }
  server {
    listen $listening;
    location / {
      proxy_pass http://gallery;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host \$http_host;
      proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
      # Events are not kept back, nor ended while nothing happens.
      proxy_buffering off;
      proxy_read_timeout 1h;
      # A server that has died, or that cannot do it now: what can be asked again is asked of another.
      proxy_next_upstream error timeout http_503;
    }
  }
}
END
exec nginx -c "$folder/nginx.conf"
