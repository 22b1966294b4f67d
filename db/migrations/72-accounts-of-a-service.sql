-- The accounts of one service, newest first, however many others have: its list and the search in the form of a payout.
-- Serves code from 69-events-of-payments-dropped.
-- Outside a transaction.
drop index concurrently if exists authorized_account_of_service;
create index concurrently authorized_account_of_service on authorized_account (service_env_id, created_at, id);
