-- The events of a payment are its own (event_once) and those of its refunds, of which there are few: with an index of these
-- the one of all events is not needed any longer (69-events-of-payments-dropped).
-- Serves code from 59-vacuum.
-- Outside a transaction.
drop index concurrently if exists event_of_refund;
create index concurrently event_of_refund on event (transaction_id) where refund_id is not null;
