#!/bin/sh
# Closes an operator to new payments in live mode, or opens it again: at-desk.sh close|open. The audit log records it
# under the person whose session it is. Safe to repeat.
#   DESK=https://… TOKEN=<file> PROVIDER=mtn-benin   as for operator-away.sh
#   REASON='…'                                       for the audit log
set -eu
: "${DESK:?}" "${TOKEN:?}" "${PROVIDER:?}" "${REASON:?}"
reason="$(printf %s "$REASON" | sed 's/[\\"]/\\&/g')"
# By standard input: everybody on this machine can see arguments.
answer="$(printf 'header = "Authorization: Bearer %s"\n' "$(cat "$TOKEN")" |
  curl --silent --show-error --max-time 30 --config - --header 'Content-Type: application/json' \
    --data "{\"mode\":\"live\",\"reason\":\"$reason\"}" "$DESK/staff/api/operators/$PROVIDER/$1")"
case "$answer" in
*'"data":'*) echo "$PROVIDER: $1, done." ;;
*'"action_not_allowed"'*) echo "$PROVIDER: $1, somebody has done it before." ;;
*)
  echo "The desk refuses: $answer" >&2
  exit 1
  ;;
esac
