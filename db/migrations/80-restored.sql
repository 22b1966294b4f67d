-- When these books were last put back to an earlier moment, as whoever did it says (docs/runbook.md#restore): what was due before,
-- and has an id that follows from what it is for, may have left already, and nothing here says so.
-- Serves code from 74-requests-dated.
alter table installation add column restored_at timestamptz(3);
