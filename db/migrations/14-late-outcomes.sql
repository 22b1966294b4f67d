-- Money that moves after its order has ended here.

-- What has ended here while its operator may still move money: as long as a watch is open, a run looks at the operator.
create table late_watch (
  -- The payment, or the payout that staff closed; of a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  opened_at timestamptz(3) not null default now(),
  -- When the operator told, or was believed to have nothing; open again when it calls back.
  closed_at timestamptz(3),
  constraint late_watch_once unique nulls not distinct (transaction_id, refund_id)
);
create index late_watch_open on late_watch (opened_at, transaction_id) where closed_at is null;

-- Payouts and refunds that ended unpaid in our books by their operator's own answer, and that it reports as paid afterwards.
-- What it contradicts of a verdict of staff is with the verdict, and what two supervisors confirmed of a statement with its line.
create table paid_after_all (
  -- Our payout or refund.
  order_id uuid primary key,
  -- The payout; of a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  told_at timestamptz(3) not null default now(),
  constraint paid_after_all_is_one check (order_id = coalesce(refund_id, transaction_id))
);
create index paid_after_all_of_payment on paid_after_all (transaction_id);

create function paid_after_all_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what an operator paid after all stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger paid_after_all_stays before update or delete on paid_after_all
  for each row execute function paid_after_all_stays();
create trigger paid_after_all_is_not_emptied before truncate on paid_after_all
  for each statement execute function paid_after_all_stays();
