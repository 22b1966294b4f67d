-- Who asked for a payout in the portal, by the time at which it was accepted.
-- Serves code from 74-requests-dated.
-- Outside a transaction.
drop index concurrently if exists activity_log_payout_requests;
create index concurrently activity_log_payout_requests on activity_log (service_env_id, at)
  where act = 'payout.request';
