-- When a refund left for its operator last: whoever gives a send back names its time, and nobody gives back another's.
-- Serves code from 74-requests-dated.
alter table refund add column operator_sent_at timestamptz(3);
