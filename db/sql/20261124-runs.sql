-- Facts that should have an open run are paged through each minute.
create index checkout_open on checkout (id) where status in ('open', 'processing');
create index transaction_funds_open on transaction (id) where funds_status in ('pending', 'pending_confirmation', 'held');
create index outbox_subject on outbox (subject_id);

-- What a sweep found: a fact whose run was missing, or a run whose fact is not in the books.
create table run_finding (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('missing', 'orphaned')),
  -- As Temporal knows it: kind of the run, and id of its fact.
  workflow_id text not null,
  -- Of an orphaned one: which of the runs under that id.
  run_id text,
  done text not null check (done in ('restarted', 'cancel_requested', 'terminated')),
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

-- Staff is told of such a run; of very many at once in one notice, which counts them.
alter table staff_notice add column run_finding_id bigint references run_finding;
alter table staff_notice add column runs int check (runs > 0);
alter table staff_notice drop constraint staff_notice_kind_check;
alter table staff_notice add constraint staff_notice_kind_check check (kind in
  ('transfer_waiting', 'payout_undecided', 'refund_undecided', 'closing_contradicted', 'books_differ',
   'run_missing', 'run_orphaned', 'runs_astray'));
alter table staff_notice drop constraint staff_notice_once;
alter table staff_notice add constraint staff_notice_once
  unique nulls not distinct (transaction_id, kind, number, refund_id, proof_id, run_finding_id);
alter table staff_notice drop constraint staff_notice_subject;
alter table staff_notice add constraint staff_notice_subject check (
  num_nonnulls(transaction_id, proof_id, run_finding_id, runs) = 1
  and (kind = 'books_differ') = (proof_id is not null)
  and (kind in ('run_missing', 'run_orphaned')) = (run_finding_id is not null)
  and (kind = 'runs_astray') = (runs is not null));
create index staff_notice_of_run on staff_notice (run_finding_id) where run_finding_id is not null;
