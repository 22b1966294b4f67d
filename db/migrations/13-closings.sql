-- Verdicts of staff on payouts and refunds whose operator does not report an outcome.

-- A verdict, with its evidence, on how a payout or refund ended. If two people have to agree, each gives a verdict, and the
-- second one that says the same ends it.
create table closing (
  id uuid primary key,
  -- The payout; for a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  verdict text not null check (verdict in ('paid', 'not_paid')),
  -- The operator's reference for the money it moved, or for its answer that it moved none.
  operator_reference text not null check (length(operator_reference) between 1 and 64),
  reason text not null check (length(reason) between 1 and 500),
  approvals_needed int not null check (approvals_needed in (1, 2)),
  closed_by uuid not null,
  realm text not null generated always as ('staff') stored,
  created_at timestamptz(3) not null default now(),
  -- Null if it was refused, or if the run has not handled it yet.
  counted_at timestamptz(3),
  ended_at timestamptz(3),
  -- When the operator reported the opposite after all.
  contradicted_at timestamptz(3),
  constraint closing_by_staff foreign key (closed_by, realm) references person (id, realm),
  constraint closing_ends_when_counted check (ended_at is null or counted_at is not null),
  constraint closing_contradicted_after_its_end check (contradicted_at is null or ended_at is not null)
);
create index closing_subject on closing (transaction_id, refund_id, counted_at);
create unique index closing_ends_once on closing (transaction_id, refund_id) nulls not distinct where ended_at is not null;
create index closing_list on closing (ended_at, id) where ended_at is not null;
create index closing_contradicted on closing (contradicted_at, id) where contradicted_at is not null;

-- Dates are added, each once; the verdict itself never changes. `realm` is not compared: generated columns are computed only
-- after BEFORE triggers.
create function closing_stays() returns trigger language plpgsql as $$
declare
  dates text[] := '{counted_at,ended_at,contradicted_at,realm}';
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if to_jsonb(new) - dates = to_jsonb(old) - dates
        and (old.counted_at is null or new.counted_at = old.counted_at)
        and (old.ended_at is null or new.ended_at = old.ended_at)
        and (old.contradicted_at is null or new.contradicted_at = old.contradicted_at) then
      return new;
    end if;
  end if;
  raise exception 'a verdict stays as it was given' using errcode = 'integrity_constraint_violation';
end $$;
create trigger closing_stays before update or delete on closing for each row execute function closing_stays();
create trigger closing_is_not_emptied before truncate on closing for each statement execute function closing_stays();

-- If two people have to agree, they are different people and say the same.
create function closing_is_agreed() returns trigger language plpgsql as $$
begin
  if new.approvals_needed > 1 and not exists (
    select from closing c where c.transaction_id = new.transaction_id and c.refund_id is not distinct from new.refund_id
      and c.id <> new.id and c.counted_at is not null and c.closed_by <> new.closed_by
      and (c.verdict, c.operator_reference) = (new.verdict, new.operator_reference)
  ) then
    raise exception 'closing % was said by one alone', new.id
      using errcode = 'check_violation', constraint = 'closing_is_agreed';
  end if;
  return new;
end $$;
create trigger closing_is_agreed before update of ended_at on closing
  for each row when (new.ended_at is not null and old.ended_at is null) execute function closing_is_agreed();
