#!/bin/sh
# Archives a file of the write-ahead log:
#   archive_command = '/opt/agency-service/deploy/backup/archive-wal.sh %p %f /archive'
set -eu
[ $# -eq 3 ] || { echo "usage: archive-wal.sh PATH FILE ARCHIVE" >&2; exit 2; }
# After a crash, PostgreSQL archives a file again. Another file with that name must not replace it.
if [ -f "$3/$2" ]; then
  cmp -s "$1" "$3/$2"
  exit
fi
cp "$1" "$3/$2.partial"
sync "$3/$2.partial"
mv "$3/$2.partial" "$3/$2"
sync "$3"
