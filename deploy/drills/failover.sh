#!/bin/sh
# A standby takes over from a lost primary (docs/runbook.md#failover). Prints what it did and how long each step took.
#   STANDBY=postgresql://…     the standby, as a user who may promote it (pg_promote)
#   FENCE='…'                  a command that ensures that the old primary never writes again: stop it, or cut its network
#   POINT='…'                  a command that redirects DATABASE_URL to the new one: an address, a name, a pooler's [databases]
#   READY=http://…/readyz      where an API says that it is ready
set -eu
: "${STANDBY:?}" "${FENCE:?}" "${POINT:?}" "${READY:?}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1" "$STANDBY"; }
since="$(date +%s)"
say() { echo "$(($(date +%s) - since)) s: $*"; }

if [ "$(ask 'select pg_is_in_recovery()')" != t ]; then
  echo "STANDBY is no standby: nothing was changed." >&2
  exit 1
fi
# Two primaries that both accept writes are worse than none.
sh -c "$FENCE"
say "the old primary is fenced"
ask 'select pg_promote(true, 60)' >/dev/null
if [ "$(ask 'select pg_is_in_recovery()')" != f ]; then
  echo "The standby was not promoted: look at its log." >&2
  exit 1
fi
say "the standby is the primary"
sh -c "$POINT"
say "clients are led to it"
sh "$(dirname "$0")/until-ready.sh" "$READY"
say "the service is ready. Give the new primary a standby, and set synchronous_standby_names there, before anything else"
