#!/bin/sh
# The orders that an operator may still have (docs/runbook.md#moneyoutoverdue), with the ids for asking it. Changes nothing.
#   DATABASE=postgresql://…  as payments_read
#   PROVIDER=mtn-benin
set -eu
: "${DATABASE:?}" "${PROVIDER:?}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set provider="$PROVIDER" "$DATABASE" <<'SQL'
select * from (
  select type, operator_request_id, provider_reference, status, amount_charged as amount, created_at
  from transaction where mode = 'live' and provider = :'provider' and operator_state <> 'unsent'
    and (status = 'pending' or (status = 'expired' and completed_at > now() - interval '1 day'))
  union all
  select 'refund', r.operator_request_id, r.provider_reference, r.status, r.amount, r.created_at
  from refund r join transaction t on t.id = r.transaction_id
  where t.mode = 'live' and r.provider = :'provider' and r.status in ('approved', 'processing')
) orders order by created_at limit 100
SQL
echo "Ask $PROVIDER by operator_request_id; never pay again. A supervisor closes at the desk what it does not answer."
