-- Which installation this database belongs to. Temporal's namespace carries the same id, so that no process works on the runs
-- of another database. A restored copy is the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- When the database was last restored to an earlier moment, as entered by whoever did it (docs/runbook.md#restore). What was
  -- due before restored_at, under an id derived from its purpose, may have been sent already without any record here.
  restored_at timestamptz(3)
);
insert into installation default values;
