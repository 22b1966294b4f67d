-- Which watches over late answers should have an open run: of a payment, or of a refund of it.
create table late_watch (
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  opened_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  constraint late_watch_once unique nulls not distinct (transaction_id, refund_id)
);
create index late_watch_open on late_watch (transaction_id) where closed_at is null;
