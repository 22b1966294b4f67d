#!/bin/sh
# Restores the database as it was at a given time (docs/runbook.md#restore), into a new data folder; the backup is not changed. Stop
# the APIs and workers before, and start them afterwards: one worker first.
#   BASE=/backup/base           a base backup, as pg_basebackup makes it
#   ARCHIVE=/backup/wal         the log since then, as stored by archive_command
#   MOMENT='2026-11-23 02:00:00+00'
#   DATA=/var/lib/postgresql/18/main   where PostgreSQL is to run; must not exist yet
#   START='…'                   a command that starts PostgreSQL on it
#   DATABASE=postgresql://…     that server, as the owner of the tables
#   MIGRATE='npm run migrate'   as it is run on this installation
set -eu
: "${BASE:?}" "${ARCHIVE:?}" "${MOMENT:?}" "${DATA:?}" "${START:?}" "${DATABASE:?}" "${MIGRATE:?}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --command "$1" "$DATABASE"; }
if [ -e "$DATA" ]; then
  echo "$DATA is there: move it away first. Nothing was changed." >&2
  exit 1
fi
cp -a "$BASE" "$DATA"
cat >>"$DATA/postgresql.auto.conf" <<CONF
restore_command = 'cp "$ARCHIVE/%f" "%p"'
recovery_target_time = '$MOMENT'
recovery_target_action = 'promote'
CONF
: >"$DATA/recovery.signal"
sh -c "$START"
tries=0
until [ "$(ask 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 600 ]; then
    echo "PostgreSQL does not come to that moment: its log says why, such as a file that is missing in $ARCHIVE." >&2
    exit 1
  fi
  sleep 1
done
echo "The books are as they were at $MOMENT; the last payment is of $(ask 'select max(created_at) from transaction')."
sh -c "$MIGRATE"
ask 'update installation set restored_at = now()'
echo "Start one worker, then npm run reconcile until it ends with 0, then the rest. What was accepted since is in run_finding."
