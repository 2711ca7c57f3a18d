#!/bin/sh
# Copies a base backup to a new folder whose server recovers up to a point in time and then accepts writes:
#   restore.sh /backups/2026-07-20T020000Z /restored /archive '2026-07-20 09:14:00+00'
# Run it as the user of the server, then start that server next to the former one, on another port.
set -eu
[ $# -eq 4 ] || { echo "usage: restore.sh BACKUP TARGET ARCHIVE TIME" >&2; exit 2; }
[ ! -e "$2" ] || { echo "$2 exists; accepted: a folder that does not exist" >&2; exit 1; }
cp -a "$1" "$2"
cat >> "$2/postgresql.auto.conf" <<END
archive_mode = off
restore_command = 'cp "$3/%f" "%p"'
recovery_target_time = '$4'
recovery_target_action = 'promote'
END
touch "$2/recovery.signal"
echo "pg_ctl start -D $2 -o '-p 5433'"
