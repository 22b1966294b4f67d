-- Notices to staff.

-- Something staff must look at: a bank transfer that waits, a payout without an outcome. Numbered, so that repeating the
-- activity creates no second notice.
create table staff_notice (
  id bigint generated always as identity primary key,
  transaction_id uuid references transaction,
  kind text not null,
  number int not null check (number > 0),
  created_at timestamptz(3) not null default now(),
  -- The refund without an outcome, or of the verdict that its operator contradicts.
  refund_id uuid references refund,
  acknowledged_by uuid,
  realm text not null generated always as ('staff') stored,
  acknowledged_at timestamptz(3),
  proof_id uuid references ledger_proof,
  -- A run that a sweep found astray, or that asks for attention; if there are very many at once, only how many.
  run_finding_id bigint references run_finding,
  runs int check (runs > 0),
  constraint staff_notice_of_refund
    check (refund_id is not null or kind <> 'refund_undecided'),
  constraint staff_notice_acknowledged check ((acknowledged_by is null) = (acknowledged_at is null)),
  constraint staff_notice_by_staff foreign key (acknowledged_by, realm) references person (id, realm),
  constraint staff_notice_kind_check check (kind in
    ('transfer_waiting', 'payout_undecided', 'refund_undecided', 'closing_contradicted', 'late_answer_silent',
     'books_differ', 'run_missing', 'run_orphaned', 'run_attention', 'runs_astray')),
  constraint staff_notice_once
    unique nulls not distinct (transaction_id, kind, number, refund_id, proof_id, run_finding_id),
  constraint staff_notice_subject check (
    num_nonnulls(transaction_id, proof_id, run_finding_id, runs) = 1
    and (kind = 'books_differ') = (proof_id is not null)
    and (kind in ('run_missing', 'run_orphaned', 'run_attention')) = (run_finding_id is not null)
    and (kind = 'runs_astray') = (runs is not null))
);
create index staff_notice_list on staff_notice (created_at desc, id desc);
create index staff_notice_open on staff_notice (created_at, id) where acknowledged_at is null;
create index staff_notice_of_run on staff_notice (run_finding_id) where run_finding_id is not null;
