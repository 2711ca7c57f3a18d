#!/bin/sh
# Makes the secrets of compose.yaml in the folder `secrets` next to it, once: files that exist stay as they are.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets
# The containers read the files as other users; the folder keeps everyone else out.
chmod 0700 .
make() {
  [ -e "$1" ] || printf '%s\n' "$2" > "$1"
  chmod 0444 "$1"
}
make postgres-password "$(openssl rand -hex 24)"
make service-password "$(openssl rand -hex 24)"
make grafana-password "$(openssl rand -hex 24)"
make encryption-key "$(openssl rand -base64 32)"
make operator-token "$(openssl rand -base64 24)"
make metrics-token "$(openssl rand -base64 24)"
password=$(cat service-password)
make database-url "postgres://service:$password@pgbouncer:6432/service"
make database-direct-url "postgres://service:$password@postgres:5432/service"
make pgbouncer-users "\"service\" \"$password\""
