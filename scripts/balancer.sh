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
    # None is left out for having failed: where all of them have, nobody would be asked.
$(printf '    server %s max_fails=0;\n' "$@")
    keepalive 64;
    # Before the servers end a connection that rests, or a request would be sent just then.
    keepalive_timeout 30s;
  }
  server {
    listen $listening;
    # Longer than what the servers take, which refuse the rest with a sentence.
    client_max_body_size 4m;
    location / {
      proxy_pass http://gallery;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host \$http_host;
      proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
      proxy_set_header Forwarded "";
      proxy_set_header X-Request-ID \$request_id;
      # Events are not kept back.
      proxy_buffering off;
      # A machine that is gone says nothing. One that lives sends something to who listens every fifteen seconds.
      proxy_connect_timeout 1s;
      proxy_read_timeout 60s;
      # What can be asked again is asked of another server. Not where one says that it cannot do it now: what keeps one from it,
      # such as the database, keeps all of them.
      proxy_next_upstream error timeout;
    }
  }
}
END
exec nginx -c "$folder/nginx.conf"
