#!/bin/sh
# Creates the namespace of this installation, once; waits a minute for a Temporal that has just been started. Closed runs are kept
# for its retention period.
set -eu
tries=0
until temporal operator cluster health >/dev/null 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -gt 60 ]; then
    echo "Temporal does not answer at ${TEMPORAL_ADDRESS:-its address}: its log says why." >&2
    exit 1
  fi
  sleep 1
done
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d \
    --description "payment service"
