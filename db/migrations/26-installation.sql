-- Which installation these books are of: the namespace of Temporal carries the same, so that no process works for the runs of
-- other books. A copy that is restored is the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- When these books were last put back to an earlier moment, as whoever did it says (docs/runbook.md#restore): what was due
  -- before, and has an id that follows from what it is for, may have left already, and nothing here says so.
  restored_at timestamptz(3)
);
insert into installation default values;
