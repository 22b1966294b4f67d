#!/bin/sh
# Makes the namespace of this installation, once. Closed runs are kept for its retention.
set -eu
temporal operator namespace describe --namespace "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create --namespace "$TEMPORAL_NAMESPACE" --retention 30d \
    --description "payment service"
