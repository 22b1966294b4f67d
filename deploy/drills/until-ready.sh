#!/bin/sh
# Waits until an API says that it is ready, for a minute at most: sh until-ready.sh http://…/readyz
set -eu
tries=0
until curl --fail --silent --max-time 2 --output /dev/null "$1"; do
  tries=$((tries + 1))
  if [ "$tries" -gt 120 ]; then
    echo "No API is ready: npm run doctor says why." >&2
    exit 1
  fi
  sleep 0.5
done
