-- Checkouts: a cash desk's QR codes, each for one payment. Amounts are minor units of the currency beside them.

create table checkout (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  -- Null for a code that the merchant's people made in the portal.
  api_key_id uuid references api_key,
  -- The cash desk: it decides whose sale this is and whose tariff applies.
  channel text not null check (channel in ('shop', 'pos')),
  terminal_id uuid references terminal,
  collaborator_id uuid references collaborator,
  cash_session_id uuid references cash_session,
  amount bigint not null check (amount > 0),
  currency text not null,
  display jsonb not null,
  description text check (length(description) <= 255),
  status text not null default 'open' check (status in ('open', 'processing', 'succeeded', 'expired', 'cancelled')),
  -- The payment that has the code now, assigned by the checkout's run before the transaction is recorded.
  payment_id uuid,
  -- The latest payment that was recorded.
  transaction_id uuid,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  cancelled_at timestamptz(3),
  constraint checkout_of_service unique (id, service_env_id),
  constraint checkout_lasts_1_to_15_minutes
    check (expires_at between created_at + interval '60 seconds' and created_at + interval '900 seconds'),
  constraint checkout_processing_has_payment check ((status = 'processing') = (payment_id is not null)),
  constraint checkout_paid_has_transaction check (status <> 'succeeded' or transaction_id is not null),
  constraint checkout_final_is_dated
    check ((status in ('succeeded', 'expired', 'cancelled')) = (completed_at is not null)),
  constraint checkout_cancelled_is_dated check ((status = 'cancelled') = (cancelled_at is not null))
);
create index checkout_of_cash_session on checkout (cash_session_id) where cash_session_id is not null;
create index checkout_of_terminal on checkout (terminal_id, created_at) where terminal_id is not null;

create function checkout_keeps_its_terms() returns trigger language plpgsql as $$
begin
  raise exception 'what checkout % was created with is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger checkout_keeps_its_terms before update of
    id, service_env_id, api_key_id, channel, terminal_id, collaborator_id, cash_session_id, amount, currency, display,
    description, expires_at, created_at
  on checkout for each row execute function checkout_keeps_its_terms();

-- The table of moves of checkouts (docs/states.md), whoever writes: one payment at a time, and a final status is final.
create function checkout_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status || ' ' || new.status) not in (
      'open processing', 'open expired', 'open cancelled',
      'processing open', 'processing succeeded', 'processing expired') then
    raise exception 'checkout % is already %', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = old.status and (new.payment_id, new.completed_at) is distinct from (old.payment_id, old.completed_at) then
    raise exception 'the payment of checkout % changes only with its status', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger checkout_moves_as_allowed before update on checkout
  for each row execute function checkout_moves_as_allowed();

create function checkout_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a checkout is never deleted' using errcode = 'integrity_constraint_violation';
end $$;
create trigger checkout_is_never_deleted before delete or truncate on checkout
  for each statement execute function checkout_is_never_deleted();
-- Run reconciliation pages through the facts that should have an open run, each minute.
create index checkout_open on checkout (id) where status in ('open', 'processing');
