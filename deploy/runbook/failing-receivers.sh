#!/bin/sh
# Which webhook receivers fail, which merchants they belong to, and the errors (docs/runbook.md#deliveriesfail). Changes nothing.
#   DATABASE=postgresql://…  as payments_read
set -eu
: "${DATABASE:?}"
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$DATABASE" <<'SQL'
select w.url, m.name as merchant, d.last_error, d.last_http_status as status, count(*), max(d.next_attempt_at) as last_try
from webhook_delivery d
join webhook_endpoint w on w.id = d.endpoint_id
join service_env e on e.id = d.service_env_id
join service s on s.id = e.service_id
join merchant m on m.id = s.merchant_id
where d.status = 'failed' and e.mode = 'live'
group by 1, 2, 3, 4 order by 5 desc limit 10
SQL
echo "One receiver: tell its merchant. All of them: look at our outgoing connections (npm run doctor). They are tried again by themselves."
