-- No statement looks for the movements of a service by themselves: they are read by account, by payment or in the order of
-- their ids. Forty bytes a payment, and a write at each.
-- Serves code from 59-vacuum.
-- Outside a transaction.
drop index concurrently if exists ledger_movement_service_env;
