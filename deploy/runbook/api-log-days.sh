#!/bin/sh
# Creates the missing days of the API call log (docs/runbook.md#apilogdropped).
#   DATABASE=postgresql://…  as the owner of the tables
set -eu
: "${DATABASE:?}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1" "$DATABASE"; }
days="select count(*) from pg_inherits where inhparent = 'api_call'::regclass"
before="$(ask "$days")"
ask 'select api_call_keep_days(7, 30)' >/dev/null
if [ -z "$(ask "select to_regclass('api_call_' || to_char(now() at time zone 'UTC', 'YYYYMMDD'))")" ]; then
  echo "There is no table for today: somebody else was making it. Run this again." >&2
  exit 1
fi
echo "Days of the log: $before before, $(ask "$days") now."
