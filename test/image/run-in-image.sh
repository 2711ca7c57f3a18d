#!/usr/bin/env bash
# Runs a command in the file system of an image as its user, as a container does: with a root that is read-only, /data and /tmp of its own, and no privilege.
# In a mount namespace of its own: unshare --mount run-in-image.sh ROOT SOCKET_FOLDER COMMAND…
set -euo pipefail
root=$1 sockets=$2
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mkdir -p "$root/run/postgres" "$root/proc" "$root/dev"
mount --bind "$sockets" "$root/run/postgres"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o uid=65532,gid=65532,mode=0700 tmpfs "$root/data"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec=65532:65532 "$root" "$@"
