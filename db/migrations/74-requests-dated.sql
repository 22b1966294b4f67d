-- When the request last left for the operator: the payer sees it from then on. Payments from before say nothing of it.
-- Serves code from 73-names-read-once.
alter table transaction add column operator_sent_at timestamptz(3);
