#!/bin/sh
# Another API takes over from one that is held up (docs/runbook.md#eventloopheld).
#   START='…'              starts one; on another machine, if this one's processor is too slow
#   READY=http://…/readyz  of the new one
#   POINT='…'              redirects requests to it
#   STOP='…'               stops the one that is held up, by SIGTERM
set -eu
: "${START:?}" "${READY:?}" "${POINT:?}" "${STOP:?}"
sh -c "$START"
sh "$(dirname "$0")/../drills/until-ready.sh" "$READY"
sh -c "$POINT"
sh -c "$STOP"
echo "Requests go to another process."
