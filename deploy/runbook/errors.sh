#!/bin/sh
# The APIs' 5xx answers (docs/runbook.md#serviceanswerserrors): their number by route and code, then the latest in full.
#   LOG='journalctl -u payments-api --since -1h -o cat'   prints their log
set -eu
: "${LOG:?}"
failed() { sh -c "$LOG" | grep '"msg":"request failed"' || true; }
echo "How often, and at which route:"
failed | sed -n -e 's/.*"route":"\([^"]*\)".*"error":{"name":"\([^"]*\)".*"code":"\([^"]*\)".*/\1 \2 \3/p' -e t \
  -e 's/.*"route":"\([^"]*\)".*"error":{"name":"\([^"]*\)".*/\1 \2/p' | sort | uniq -c | sort -rn | head -n 10
echo "The last ones, with the request_id that callers got:"
failed | tail -n 3
