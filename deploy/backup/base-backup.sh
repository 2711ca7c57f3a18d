#!/bin/sh
# Takes a base backup of a running server into a new folder of BACKUPS, verifies it, and prints the folder:
#   base-backup.sh postgres://backup@db.internal /backups
# The role needs REPLICATION. Give its password in ~/.pgpass or PGPASSWORD.
set -eu
[ $# -eq 2 ] || { echo "usage: base-backup.sh URL BACKUPS" >&2; exit 2; }
folder=$2/$(date -u +%Y-%m-%dT%H%M%SZ)
pg_basebackup --dbname="$1" --pgdata="$folder.partial" --checkpoint=fast --wal-method=stream
# A restore reads the write-ahead log itself: this verifies the other files.
pg_verifybackup --quiet --no-parse-wal "$folder.partial"
mv "$folder.partial" "$folder"
echo "$folder"
