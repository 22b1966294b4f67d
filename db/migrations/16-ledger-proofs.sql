-- Ledger proofs: nightly checks of the ledger against its own rules.

-- When a proof ran, how many rows of each kind it checked, and how many differences it found.
create table ledger_proof (
  id uuid primary key,
  -- Null for the nightly one.
  ordered_by uuid,
  realm text not null generated always as ('staff') stored,
  state text not null default 'running' check (state in ('running', 'holds', 'differs')),
  -- Progress: which table, and its last row.
  part int not null default 0 check (part >= 0),
  last_row text,
  checked jsonb not null default '{}',
  differences int not null default 0 check (differences >= 0),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  constraint ledger_proof_by_staff foreign key (ordered_by, realm) references person (id, realm),
  check ((state = 'running') = (completed_at is null)),
  check (state = 'running' or (state = 'differs') = (differences > 0))
);
create index ledger_proof_list on ledger_proof (created_at desc, id desc);

create function ledger_proof_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the result of a proof stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_proof_stays before update on ledger_proof for each row
  when (old.completed_at is not null) execute function ledger_proof_stays();
create trigger ledger_proof_is_never_deleted before delete or truncate on ledger_proof
  for each statement execute function ledger_proof_stays();

-- Where a rule of the ledger does not hold.
create table ledger_proof_difference (
  id bigint generated always as identity primary key,
  proof_id uuid not null references ledger_proof,
  rule text not null,
  subject text not null,
  -- In minor units, if the rule is about a sum.
  expected numeric,
  found numeric,
  currency text
);
create index ledger_proof_difference_of on ledger_proof_difference (proof_id, id);
create trigger ledger_proof_difference_stays before update or delete or truncate on ledger_proof_difference
  for each statement execute function ledger_proof_stays();
