#!/bin/sh
# Goes back to the previous version (docs/changing-a-workflow.md#rolling-back). The database stays as it is: the newer schema
# serves the older code. Prints what it did and how long each step took.
#   OLD=… NEW=…            the build ids: back to OLD, away from NEW
#   DEPLOY='…'             npm run deploy --
#   START='…'              starts the APIs and workers of OLD if they were stopped; `true` if they are running
#   READY=http://…/readyz  of an API of OLD
#   POINT='…'              redirects requests to the APIs of OLD
#   STOP='…'               stops the APIs and workers of NEW, by SIGTERM
set -eu
: "${OLD:?}" "${NEW:?}" "${DEPLOY:?}" "${START:?}" "${READY:?}" "${POINT:?}" "${STOP:?}"
since="$(date +%s)"
say() { echo "$(($(date +%s) - since)) s: $*"; }
deploy() { sh -c "$DEPLOY $*"; }

sh -c "$START"
sh "$(dirname "$0")/until-ready.sh" "$READY"
# It also tells of runs in trouble, which are why one goes back: that is no reason to stop.
deploy current "$OLD" || deploy status | grep -q "^  $OLD  current"
sh -c "$POINT"
say "requests and new runs go to $OLD"
# Runs that only failed under NEW are tried again under OLD after a pause.
tries=0
until deploy status >/dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 30 ]; then
    echo "Runs that $NEW has changed cannot go back: keep its workers, fix forward, make the fix current." >&2
    exit 1
  fi
  sleep 2
done
sh "$(dirname "$0")/until-drained.sh" "$NEW"
sh -c "$STOP"
say "$NEW is drained and stopped"
