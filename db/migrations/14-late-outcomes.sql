-- Money that moves after its order has ended here.

-- Orders that have ended here and whose money the operator may still move: while a watch is open, a run checks the operator.
create table late_watch (
  -- The payment, or the payout that staff closed; for a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  opened_at timestamptz(3) not null default now(),
  -- When the operator reported an outcome, or was assumed to have none to report. A callback opens the watch again.
  closed_at timestamptz(3),
  constraint late_watch_once unique nulls not distinct (transaction_id, refund_id)
);
create index late_watch_open on late_watch (opened_at, transaction_id) where closed_at is null;

-- Payouts and refunds that ended unpaid here by their operator's own answer, and that it reports as paid later. Contradictions
-- of a verdict are recorded with the verdict (closing), and lines that two supervisors confirm with the line (confirmed_line).
create table paid_after_all (
  -- Our payout or refund.
  order_id uuid primary key,
  -- The payout; for a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  told_at timestamptz(3) not null default now(),
  constraint paid_after_all_is_one check (order_id = coalesce(refund_id, transaction_id))
);
create index paid_after_all_of_payment on paid_after_all (transaction_id);

create function paid_after_all_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a record that an operator paid after all stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger paid_after_all_stays before update or delete on paid_after_all
  for each row execute function paid_after_all_stays();
create trigger paid_after_all_is_not_emptied before truncate on paid_after_all
  for each statement execute function paid_after_all_stays();
