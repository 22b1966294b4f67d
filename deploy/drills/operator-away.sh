#!/bin/sh
# An operator is down for long (docs/runbook.md#operator-outage): closes it, so that merchants and payers are told at once instead
# of waiting, and shows what is under way there. That is left alone: payments expire, payouts and refunds wait.
#   DESK=https://…           the service
#   TOKEN=/run/desk-token    a file with the token of a supervisor's session at the desk (POST /staff/api/log-in)
#   PROVIDER=mtn-benin
#   DATABASE=postgresql://…  as payments_read
set -eu
: "${DESK:?}" "${TOKEN:?}" "${PROVIDER:?}" "${DATABASE:?}"
here="$(dirname "$0")"
REASON="${REASON:-L’opérateur ne répond pas}" sh "$here/at-desk.sh" close
sh "$here/../runbook/open-orders.sh"
echo "$PROVIDER is closed: new payments and payouts are refused with provider_unavailable. Once it answers: operator-back.sh."
