#!/bin/sh
# Waits until no run is pinned to a version any more, for an hour at most: DEPLOY='npm run deploy --' sh until-drained.sh <build id>
set -eu
: "${DEPLOY:?}"
deadline="$(($(date +%s) + 3600))"
until sh -c "$DEPLOY status" | grep -q "^  $1  drained"; do
  if [ "$(date +%s)" -gt "$deadline" ]; then
    echo "$1 still has pinned runs: keep its workers, and see npm run deploy -- status." >&2
    exit 1
  fi
  sleep 2
done
