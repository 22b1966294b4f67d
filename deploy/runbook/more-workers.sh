#!/bin/sh
# Starts workers, and waits until no task has to wait for one (docs/runbook.md#toofewworkers), ten minutes at most.
#   START='systemctl start payments-worker@more'   starts them
#   METRICS='http://…:9464/metrics …'              of all workers, including the new ones
#   QUEUE=payments
set -eu
: "${START:?}" "${METRICS:?}" "${QUEUE:?}"
bucket="temporal_workflow_task_schedule_to_start_latency_seconds"
# Tasks that waited for more than a second since the workers started; fails if no worker reports any task.
slow() {
  for address in $METRICS; do curl --fail --silent --max-time 2 "$address" || true; done |
    awk -v queue="task_queue=\"$QUEUE\"" -v name="$bucket" '
      index($0, queue) && index($0, name "_count") == 1 { all += $NF; told = 1 }
      index($0, queue) && index($0, name "_bucket") == 1 && /le="1(\.0)?"/ { quick += $NF }
      END { if (!told) exit 1; print all - quick }'
}
sh -c "$START"
tries=0
before="$(slow || true)"
sleep "${WATCH:-30}"
until now="$(slow)" && [ "$now" = "$before" ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 20 ]; then
    [ -n "$before" ] || echo "METRICS tells of no task of $QUEUE." >&2
    echo "Tasks of $QUEUE still wait for more than a second: start more workers, then give them more slots." >&2
    exit 1
  fi
  before="$now"
  sleep "${WATCH:-30}"
done
echo "No task of $QUEUE has waited for more than a second in the last ${WATCH:-30} s."
