-- Runs against facts: what a sweep of both finds.

-- What a sweep found: a fact whose run was missing, or a run whose fact is not in the books.
create table run_finding (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('missing', 'orphaned')),
  -- As Temporal knows it: kind of the run, and id of its fact.
  workflow_id text not null,
  -- Of an orphaned one: which of the runs under that id.
  run_id text,
  done text not null check (done in ('restarted', 'cancel_requested', 'terminated', 'ended_itself')),
  done_at timestamptz(3) not null default now(),
  found_at timestamptz(3) not null default now(),
  -- When a sweep last found it so, and when one no longer did.
  seen_at timestamptz(3) not null default clock_timestamp(),
  closed_at timestamptz(3),
  -- When staff was told of it, alone or with many others.
  told_at timestamptz(3),
  constraint run_finding_orphaned_has_run check ((kind = 'orphaned') = (run_id is not null)),
  constraint run_finding_restarted_was_missing check ((kind = 'missing') = (done = 'restarted'))
);
create unique index run_finding_open on run_finding (workflow_id, kind) where closed_at is null;
create index run_finding_untold on run_finding (id) where told_at is null;
create index run_finding_by_age on run_finding (found_at);

-- The last sweep that was whole; one row at most.
create table run_sweep (
  is_only boolean primary key default true check (is_only),
  swept_at timestamptz(3) not null
);
