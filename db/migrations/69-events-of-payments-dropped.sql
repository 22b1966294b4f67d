-- The events of a payment are found as its own and as those of its refunds (65-events-of-refunds).
-- Serves code from 66-erased-events-found.
-- Outside a transaction.
drop index concurrently if exists event_transaction;
