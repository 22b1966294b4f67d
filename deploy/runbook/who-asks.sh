#!/bin/sh
# Where wrong passwords and requests above a limit come from (docs/runbook.md#loginsfail, #limitsrefuse): their number by network.
#   LOG='journalctl -u payments-api --since -1h -o cat'   prints the APIs' log
set -eu
: "${LOG:?}"
for event in auth.failed auth.blocked limit.refused; do
  lines="$(sh -c "$LOG" | grep "\"event\":\"$event\"" || true)"
  [ -n "$lines" ] || continue
  echo "$event:"
  for field in client agent tried route; do
    echo "$lines" | sed -n "s/.*\"$field\":\"\([^\"]*\)\".*/  $field \1/p" | sort | uniq -c | sort -rn | head -n 5
  done
done
echo "Block a network in front of the service; tell a merchant whose program asks in a loop."
