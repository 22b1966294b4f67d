-- Transactions: amounts are minor units of the currency beside them.

create table transaction (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  mode text not null check (mode in ('live', 'sandbox')),
  api_key_id uuid references api_key,
  type text not null check (type in ('collection', 'payout')),
  status text not null check (status in ('pending', 'succeeded', 'failed', 'expired', 'cancelled')),
  pending_reason text check (pending_reason in ('awaiting_provider', 'awaiting_bank_transfer')),
  channel text not null check (channel in ('api', 'widget', 'payment_link', 'shop', 'pos', 'dashboard')),
  reference text not null,
  description text,
  amount bigint not null check (amount > 0),
  currency text not null,
  fee_amount bigint not null check (fee_amount >= 0),
  fee_payer text not null check (fee_payer in ('merchant', 'customer')),
  fee_rule jsonb not null,
  exchange_amount bigint not null default 0 check (exchange_amount >= 0),
  exchange jsonb,
  amount_charged bigint not null check (amount_charged > 0),
  charged_currency text not null default 'XOF',
  net_amount bigint not null check (net_amount > 0),
  net_currency text not null default 'XOF',
  display jsonb not null,
  customer_name text,
  customer_email text,
  phone text,
  country text,
  payment_type text not null check (payment_type in ('mobile_money', 'card', 'direct_debit', 'bank_transfer')),
  network text,
  card_last4 text,
  provider text not null,
  terminal_id uuid references terminal,
  collaborator_id uuid references collaborator,
  failure_code text,
  -- Text, not jsonb: the merchant gets it back as it was sent, order included.
  metadata text not null default '{}',
  funds_status text check (funds_status in ('available', 'pending', 'pending_confirmation', 'held', 'withheld')),
  refunded_amount bigint not null default 0 check (refunded_amount between 0 and amount_charged),
  receipt_token_digest bytea check (length(receipt_token_digest) = 32),
  -- The reference at the operator, fixed before the first send; `sent` is recorded before the send as well.
  operator_request_id uuid not null unique,
  operator_state text not null default 'unsent' check (operator_state in ('unsent', 'sent', 'taken')),
  provider_reference text,
  late_outcome_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  constraint transaction_reference_once unique (service_env_id, reference),
  constraint transaction_shares_add_up check (amount_charged = net_amount + fee_amount + exchange_amount),
  constraint transaction_xof_multiple_of_5 check (type <> 'collection' or charged_currency <> 'XOF' or amount_charged % 5 = 0),
  constraint transaction_final_is_dated check ((status = 'pending') = (completed_at is null)),
  constraint transaction_pending_has_reason check ((status = 'pending') = (pending_reason is not null)),
  constraint transaction_failure_has_code check ((status in ('failed', 'expired')) <= (failure_code is not null)),
  constraint transaction_funds_of_success check (funds_status is null or (type = 'collection' and status = 'succeeded'))
);
create index transaction_list on transaction (service_env_id, created_at desc, id desc);
create index transaction_terminal on transaction (terminal_id, created_at desc, id desc) where terminal_id is not null;
create index transaction_of_phone on transaction (phone, created_at) where phone is not null;
create index transaction_pending on transaction (created_at) where status = 'pending';

-- A final state is final, whoever writes and however late.
create function transaction_keeps_its_end() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' and (new.status, new.completed_at, new.failure_code)
      is distinct from (old.status, old.completed_at, old.failure_code) then
    raise exception 'transaction % is % for good', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger transaction_keeps_its_end before update on transaction
  for each row execute function transaction_keeps_its_end();
-- What was priced and promised at the creation is what moves money and what the payer was shown.
create function transaction_keeps_its_terms() returns trigger language plpgsql as $$
begin
  raise exception 'what transaction % was created with is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger transaction_keeps_its_terms before update of
    id, service_env_id, mode, type, reference, amount, currency, fee_amount, fee_payer, fee_rule, exchange_amount, exchange,
    amount_charged, charged_currency, net_amount, net_currency, display, provider, operator_request_id
  on transaction for each row execute function transaction_keeps_its_terms();
create function transaction_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a transaction is never deleted' using errcode = 'integrity_constraint_violation';
end $$;
create trigger transaction_is_never_deleted before delete or truncate on transaction
  for each statement execute function transaction_is_never_deleted();

-- One answer a key, kept 72 hours; the response holds a receipt token, so it is kept sealed.
create table idempotency_record (
  service_env_id uuid not null references service_env,
  api_key_id uuid not null references api_key,
  route text not null,
  key text not null check (length(key) between 1 and 128),
  fingerprint bytea not null check (length(fingerprint) = 32),
  status int not null,
  request_id text not null,
  response bytea not null,
  created_at timestamptz(3) not null default now(),
  primary key (service_env_id, api_key_id, route, key)
);
create index idempotency_record_age on idempotency_record (created_at);
create index transaction_confirming on transaction (service_env_id) where funds_status = 'pending_confirmation';
