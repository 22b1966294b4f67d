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
