#!/bin/sh
# The disk of PostgreSQL is full (docs/runbook.md#full-disk): deletes the ballast file kept for this case, starts what has stopped,
# and shows what took the space. Nothing that was accepted is lost; requests are refused with 503 meanwhile.
#   BALLAST=/var/lib/postgresql/ballast   created beforehand on that disk: fallocate --length 1G ballast
#   DATABASE=postgresql://…               as payments_read, or as the owner
#   START='…'                             a command that starts PostgreSQL; run only if it does not answer
#   READY=http://…/readyz                 where an API says that it is ready
set -eu
: "${BALLAST:?}" "${DATABASE:?}" "${START:?}" "${READY:?}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --field-separator ' ' --command "$1" "$DATABASE"; }
if [ ! -f "$BALLAST" ]; then
  echo "There is no ballast at $BALLAST: make room by hand, and never in pg_wal." >&2
  exit 1
fi
rm "$BALLAST"
echo "The ballast is given up."
ask 'select 1' >/dev/null 2>&1 || sh -c "$START"
sh "$(dirname "$0")/until-ready.sh" "$READY"
echo "The service is ready. The largest tables:"
ask "select c.oid::regclass, pg_size_pretty(pg_total_relation_size(c.oid)) from pg_class c
  where c.relkind in ('r', 'm') order by pg_total_relation_size(c.oid) desc limit 8"
echo "Replication slots that keep the log from being forgotten:"
ask "select slot_name, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) from pg_replication_slots
  where not active"
echo "Make the disk larger, drop a slot that nobody reads, then make the ballast again."
