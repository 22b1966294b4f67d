-- The two checks of settlements before this one hold of earlier rows too.
-- Serves code from 38-vacuum.
alter table contradiction_settlement validate constraint contradiction_settlement_takes_a_part;
alter table contradiction_settlement validate constraint contradiction_settlement_writes_off_a_part;
