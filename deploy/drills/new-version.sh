#!/bin/sh
# A new version takes over from the current one under load (docs/changing-a-workflow.md#deploying). Prints what it did and
# how long each step took.
#   OLD=… NEW=…            the build ids
#   DEPLOY='…'             npm run deploy --, in the folder or the image of the new version
#   MIGRATE='…'            npm run migrate, there
#   START='…'              starts the new APIs and workers next to the old ones
#   READY=http://…/readyz  of a new API
#   POINT='…'              redirects requests to the new APIs
#   STOP='…'               stops the old APIs and workers, by SIGTERM
#   PERCENT=5 WATCH=300    the share of new runs that the new workers get at first, and for how many seconds
set -eu
: "${OLD:?}" "${NEW:?}" "${DEPLOY:?}" "${MIGRATE:?}" "${START:?}" "${READY:?}" "${POINT:?}" "${STOP:?}"
since="$(date +%s)"
say() { echo "$(($(date +%s) - since)) s: $*"; }
deploy() { sh -c "$DEPLOY $*"; }

if ! deploy check; then
  echo "Open runs would not go on under $NEW: nothing was changed." >&2
  exit 1
fi
sh -c "$MIGRATE"
say "the database is migrated"
sh -c "$START"
sh "$(dirname "$0")/until-ready.sh" "$READY"
say "the new version runs beside the old one"
deploy ramp "$NEW" "${PERCENT:-5}"
sleep "${WATCH:-300}"
if ! deploy status >/dev/null; then
  deploy ramp "$NEW" 0
  echo "Runs are in trouble: $NEW gets no new runs any more. Nothing else was changed." >&2
  exit 1
fi
deploy current "$NEW"
sh -c "$POINT"
say "requests and new runs go to $NEW"
sh "$(dirname "$0")/until-drained.sh" "$OLD"
sh -c "$STOP"
say "$OLD is drained and stopped"
