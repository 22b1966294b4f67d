-- An order is settled as often as its operator's word changes after a settlement, each time once.
-- Serves code from 38-vacuum.
-- Outside a transaction.
drop index concurrently if exists contradiction_settled_each_once;
create unique index concurrently contradiction_settled_each_once on contradiction_settlement (order_id, number)
  where state = 'done';
drop index concurrently if exists contradiction_settled_once;
