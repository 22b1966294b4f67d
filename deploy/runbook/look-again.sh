#!/bin/sh
# Once the cause is repaired: retries at once what failed, instead of within four hours (docs/runbook.md#stepsfail).
#   DATABASE=postgresql://…            as payments_read
#   LOOK_AGAIN='npm run look-again --'
#   RECONCILE='npm run reconcile'
#   PATIENCE=60                        seconds until what still fails counts as not repaired
set -eu
: "${DATABASE:?}" "${LOOK_AGAIN:?}" "${RECONCILE:?}"
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1" "$DATABASE"; }
asking="from run_finding where kind = 'attention' and closed_at is null"
late="from transaction where type = 'collection' and status = 'pending' and expires_at < now() - interval '1 minute'"

echo "What fails, and how often:"
ask "select step, code, count(*), min(found_at) $asking group by 1, 2 order by 3 desc"
tell() {
  # A payment that has ended meanwhile has no run to signal; one that has lost its run gets a new one.
  sh -c "$LOOK_AGAIN --all" || sh -c "$RECONCILE"
  runs="$(ask "select 'collection/' || id $late order by created_at limit 100" | tr '\n' ' ')"
  [ -z "$runs" ] || sh -c "$LOOK_AGAIN $runs" || sh -c "$RECONCILE"
}
tries=0
until [ "$(ask "select (select count(*) $asking) + (select count(*) $late)")" = 0 ]; do
  # Repeatedly, because a run that failed just before the repair may ask for attention only after it.
  [ $((tries % 10)) -ne 0 ] || tell
  tries=$((tries + 1))
  if [ "$tries" -gt "${PATIENCE:-60}" ]; then
    echo "Runs still fail: the cause is not repaired. The worker's log has the error." >&2
    exit 1
  fi
  sleep 1
done
echo "No run asks for attention, and no collection is open past its time."
