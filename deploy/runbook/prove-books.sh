#!/bin/sh
# Checks the ledger now (docs/runbook.md#booksnotproven), and lists differences; exits with 1 if there are any.
#   DATABASE=postgresql://…  as payments_read
#   TEMPORAL='temporal --address … --namespace …'
set -eu
: "${DATABASE:?}" "${TEMPORAL:?}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1" "$DATABASE"; }
since="$(ask 'select clock_timestamp()')"
sh -c "$TEMPORAL schedule trigger --schedule-id ledger-proof"
tries=0
proof=''
until [ -n "$proof" ]; do
  proof="$(ask "select id from ledger_proof where created_at >= '$since' and completed_at is not null order by created_at limit 1")"
  tries=$((tries + 1))
  if [ "$tries" -gt "${SECONDS_MAX:-3600}" ]; then
    echo "The check does not end: no worker serves the queue payments, or its run ledger-proof/… fails." >&2
    exit 1
  fi
  [ -n "$proof" ] || sleep 1
done
if [ "$(ask "select state from ledger_proof where id = '$proof'")" != holds ]; then
  echo "The books do not hold:" >&2
  ask "select rule, subject, expected, found, currency from ledger_proof_difference where proof_id = '$proof' order by id limit 100" >&2
  exit 1
fi
echo "The books hold."
