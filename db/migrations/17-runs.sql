-- What run reconciliation finds, and runs that ask for attention.

-- Found by a sweep: a fact without a run, or a run whose fact is not in the database. Recorded by the run itself: it asks for
-- attention.
create table run_finding (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('missing', 'orphaned', 'attention')),
  -- As Temporal knows it: the kind of the run, and the id of its fact.
  workflow_id text not null,
  -- Which of the runs under that id; null if it is missing.
  run_id text,
  done text not null check (done in ('restarted', 'cancel_requested', 'terminated', 'ended_itself', 'waits', 'mended')),
  done_at timestamptz(3) not null default now(),
  found_at timestamptz(3) not null default now(),
  -- When it was last found, and when it was found no longer.
  seen_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  -- When staff got a notice of it, alone or with many others.
  told_at timestamptz(3),
  -- Of a run that asks for attention: the activity that fails, and the code of its error.
  step text,
  code text,
  constraint run_finding_missing_has_no_run check ((kind = 'missing') = (run_id is null)),
  constraint run_finding_restarted_was_missing check ((kind = 'missing') = (done = 'restarted')),
  constraint run_finding_attention check (
    (kind = 'attention') = (done in ('waits', 'mended'))
    and (kind = 'attention') = (step is not null)
    and (kind = 'attention') = (code is not null))
);
create unique index run_finding_open on run_finding (workflow_id, kind) where closed_at is null;
create index run_finding_untold on run_finding (id) where told_at is null;
create index run_finding_by_age on run_finding (found_at);

-- The last complete sweep; one row at most.
create table run_sweep (
  is_only boolean primary key default true check (is_only),
  swept_at timestamptz(3) not null
);
