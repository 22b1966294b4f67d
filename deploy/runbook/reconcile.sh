#!/bin/sh
# Compares runs with the database until nothing is left to repair (docs/runbook.md#runsmissing), ten times at most.
#   RECONCILE='npm run reconcile'
#   PAUSE=40   seconds in between: runs get two minutes to end
set -eu
: "${RECONCILE:?}"
turns=1
until sh -c "$RECONCILE"; do
  if [ "$turns" -ge 10 ]; then
    echo "Something is left over: the last lines above say what Temporal does not take." >&2
    exit 1
  fi
  turns=$((turns + 1))
  sleep "${PAUSE:-40}"
done
