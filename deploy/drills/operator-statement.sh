#!/bin/sh
# Compares an operator's statement with the books, order by order (docs/runbook.md#operator-outage), and exits with 1 if they differ.
#   DESK=https://…          the service
#   TOKEN=/run/desk-token   a file with the token of a session at the desk, of somebody who may import statements
#   PROVIDER=mtn-benin
#   STATEMENT=<file>        CSV with the columns of docs/reconciliation.md
#   FROM=2026-11-24 TO=2026-11-25   its days, in Benin
set -eu
: "${DESK:?}" "${TOKEN:?}" "${PROVIDER:?}" "${STATEMENT:?}" "${FROM:?}" "${TO:?}"
# The token is passed by standard input: everybody on this machine can see arguments.
desk() {
  printf 'header = "Authorization: Bearer %s"\n' "$(cat "$TOKEN")" |
    curl --silent --show-error --max-time 60 --config - --header 'Content-Type: application/json' "$@"
}
field() { printf %s "$1" | grep -o "\"$2\":\"\{0,1\}[^\",}]*" | head -n 1 | sed 's/.*://; s/"//g'; }
body="$(mktemp)"
trap 'rm -f "$body"' EXIT
{
  printf '{"provider":"%s","from":"%s","to":"%s","csv":"' "$PROVIDER" "$FROM" "$TO"
  awk '{ gsub(/\\/, "\\\\"); gsub(/"/, "\\\""); gsub(/\t/, "\\t"); sub(/\r$/, ""); printf "%s\\n", $0 }' "$STATEMENT"
  printf '"}'
} >"$body"
answer="$(desk --data-binary "@$body" "$DESK/staff/api/reconciliations")"
id="$(field "$answer" id)"
if [ -z "$id" ]; then
  echo "The statement is refused: $answer" >&2
  exit 1
fi
tries=0
until [ "$(field "$answer" state)" = 'done' ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 600 ]; then
    echo "It is still being compared: $DESK/staff/rapprochements/$id" >&2
    exit 1
  fi
  sleep 1
  answer="$(desk "$DESK/staff/api/reconciliations/$id")"
done
differences="$(desk "$DESK/staff/api/differences?reconciliation_id=$id&state=open")"
if ! printf %s "$differences" | grep -q '"data":\[\]'; then
  echo "The statement and the books differ; each difference is closed by a person: $DESK/staff/ecarts" >&2
  printf '%s\n' "$differences" >&2
  exit 1
fi
echo "The statement and the books agree, line for line: $(field "$answer" lines_total) lines."
