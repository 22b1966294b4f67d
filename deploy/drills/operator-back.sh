#!/bin/sh
# An operator answers again (docs/runbook.md#operator-outage): what waited for it continues at once, payouts first, and it is opened
# to merchants and payers only once some of that has ended. Prints what it did and how long each step took.
#   DESK=https://… TOKEN=<file> PROVIDER=mtn-benin DATABASE=postgresql://…   as for operator-away.sh
#   PROBE='curl …'                          succeeds if the operator answers
#   TEMPORAL='temporal --address … --namespace …'
#   PATIENCE=300                            seconds that waiting runs have to end
set -eu
: "${DESK:?}" "${TOKEN:?}" "${PROVIDER:?}" "${DATABASE:?}" "${PROBE:?}" "${TEMPORAL:?}"
here="$(dirname "$0")"
since="$(date +%s)"
say() { echo "$(($(date +%s) - since)) s: $*"; }
# Waiting payouts and refunds, and payments whose payer may have been debited after their end.
waiting() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 --set provider="$PROVIDER" "$DATABASE" <<'SQL'
select (select count(*) from transaction where mode = 'live' and provider = :'provider' and status = 'pending')
  + (select count(*) from refund r join transaction t on t.id = r.transaction_id
     where t.mode = 'live' and r.provider = :'provider' and r.status in ('approved', 'processing'))
  + (select count(*) from late_watch w join transaction t on t.id = w.transaction_id
     where t.mode = 'live' and t.provider = :'provider' and w.closed_at is null)
SQL
}

if ! sh -c "$PROBE" >/dev/null 2>&1; then
  echo "$PROVIDER does not answer: nothing was changed." >&2
  exit 1
fi
before="$(waiting)"
if [ "$before" != 0 ]; then
  # Without this, a run would check hours later.
  sh -c "$TEMPORAL workflow signal --name lookNow --yes --reason 'the operator answers again' --query \"ExecutionStatus = 'Running' and WorkflowType in ('collection', 'payout', 'refund', 'lateAnswer') and Provider = '$PROVIDER' and PaymentMode = 'live'\"" >/dev/null
  left="$before"
  deadline="$(($(date +%s) + ${PATIENCE:-300}))"
  while [ "$left" != 0 ] && [ "$(date +%s)" -le "$deadline" ]; do
    sleep 1
    left="$(waiting)"
  done
  if [ "$left" -ge "$before" ]; then
    echo "None of the $before that waited for $PROVIDER has ended: it is still closed. Ask it; then run this again." >&2
    exit 1
  fi
  say "of $before that waited, $((before - left)) have ended"
fi
REASON="${REASON:-L’opérateur répond de nouveau}" sh "$here/at-desk.sh" open
say "$PROVIDER is open"
[ "${left:-0}" = 0 ] || sh "$here/../runbook/open-orders.sh"
echo "Compare its statement of these days tomorrow: deploy/drills/operator-statement.sh."
