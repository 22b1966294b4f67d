#!/bin/sh
# A zone is lost, with the standby and some of the APIs and workers (docs/runbook.md#lost-zone). If the primary's zone is lost, run
# failover.sh first. Prints what it did and how long each step took.
#   PRIMARY=postgresql://…  the primary, as a user who may change its settings
#   POINT='…'               redirects requests to the remaining APIs
#   START='…'               starts as many APIs and workers in the other zones as were lost
#   READY=http://…/readyz   of a remaining API
set -eu
: "${PRIMARY:?}" "${POINT:?}" "${START:?}" "${READY:?}"
since="$(date +%s)"
say() { echo "$(($(date +%s) - since)) s: $*"; }
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1" "$PRIMARY"; }
# A standby that is cut off still counts as connected for a minute: the sign is a commit that does not end.
commits() {
  timeout 5 psql --no-psqlrc --quiet --command "select pg_logical_emit_message(true, 'lost-zone', '')" "$PRIMARY" >/dev/null
}

if [ "$(ask 'select pg_is_in_recovery()')" = t ]; then
  echo "PRIMARY is a standby: run failover.sh first. Nothing was changed." >&2
  exit 1
fi
sh -c "$POINT"
say "requests go to the APIs that are left"
# A primary that has lost the standbys it waits for commits nothing: no standby is better than no payments.
if ! commits; then
  names="$(ask 'show synchronous_standby_names')"
  ask "alter system set synchronous_standby_names = ''"
  ask 'select pg_reload_conf()' >/dev/null
  if ! commits; then
    echo "The primary commits nothing, for another reason than its standby: look at its log." >&2
    exit 1
  fi
  say "commits wait for no standby any more: give the primary one, and set synchronous_standby_names = '$names' again"
fi
sh "$(dirname "$0")/until-ready.sh" "$READY"
sh -c "$START"
say "what was lost is replaced in the other zones"
