-- Binding quotes: a payment that names one is charged as quoted (docs/money-and-ledger.md#quotes).
create table quote (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  type text not null check (type in ('collection', 'payout')),
  channel text not null,
  terminal_id uuid references terminal,
  provider text not null,
  payment_method text not null,
  -- Keyed digest of the number it was requested for; null: any number.
  phone_digest bytea check (length(phone_digest) = 32),
  amount bigint not null,
  currency text not null,
  -- The complete price, as quoted.
  pricing jsonb not null,
  display jsonb not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null check (expires_at > created_at),
  -- The one payment that used it.
  transaction_id uuid unique
);
create index quote_expiry on quote (expires_at);
