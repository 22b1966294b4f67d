-- The ledger is double entry: every movement sums to zero, no merchant account goes below zero, nothing is ever rewritten.

create function ledger_is_merchant_account(kind text) returns boolean language sql immutable as $$
  select kind in ('available', 'pending', 'pending_confirmation', 'held', 'withheld', 'reserved')
$$;

create table ledger_account (
  id bigint generated always as identity primary key,
  -- Null for an account of the platform.
  service_env_id uuid references service_env,
  mode text not null check (mode in ('live', 'sandbox')),
  kind text not null,
  provider text not null default '',
  currency text not null,
  -- Stored for merchant accounts only. The platform's accounts are shared: updating their rows would serialise all payments, so
  -- their balance is the sum of their entries.
  balance bigint,
  updated_at timestamptz(3) not null default now(),
  unique nulls not distinct (service_env_id, mode, kind, provider, currency),
  constraint ledger_merchant_account_not_negative check (balance >= 0),
  check ((service_env_id is null) = (balance is null)),
  check ((service_env_id is not null) = ledger_is_merchant_account(kind)),
  constraint ledger_simulated_funds_are_available
    check (balance = 0 or mode <> 'sandbox' or kind <> 'pending_confirmation')
);

-- A balance only changes with an entry, through the trigger of ledger_entry: hence the depth of 2.
create function ledger_balance_follows_entries() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'a balance moves by entries alone' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_balance_follows_entries before update of balance on ledger_account
  for each row execute function ledger_balance_follows_entries();

create function ledger_account_starts_at_zero() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 then
    raise exception 'an account starts at zero' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_account_starts_at_zero before insert on ledger_account
  for each row execute function ledger_account_starts_at_zero();

create function ledger_account_stays_what_it_is() returns trigger language plpgsql as $$
begin
  raise exception 'an account stays what it is' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_account_stays_what_it_is before update of id, service_env_id, mode, kind, provider, currency
  on ledger_account for each row execute function ledger_account_stays_what_it_is();

-- Entries that belong together. A transaction, or a refund of it, has one of each kind: nothing is posted twice.
create table ledger_movement (
  id bigint generated always as identity primary key,
  service_env_id uuid not null references service_env,
  -- Null for an opening balance: what a merchant has when it joins belongs to no transaction.
  transaction_id uuid references transaction,
  kind text not null,
  at timestamptz(3) not null default now(),
  refund_id uuid,
  constraint ledger_movement_of_transaction
    check ((transaction_id is null) = (kind = 'opening_balance')),
  constraint ledger_movement_once
    unique nulls not distinct (transaction_id, kind, refund_id, service_env_id),
  constraint ledger_movement_refund foreign key (refund_id) references refund
);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_movement_is_append_only before update or delete or truncate on ledger_movement
  for each statement execute function ledger_is_append_only();

create table ledger_entry (
  id bigint generated always as identity primary key,
  movement_id bigint not null references ledger_movement,
  account_id bigint not null references ledger_account,
  amount bigint not null check (amount <> 0)
);
create index ledger_entry_movement on ledger_entry (movement_id);

-- An account is read like a statement, the latest entry first, however long it has grown.
create index ledger_entry_of_account on ledger_entry (account_id, id);

create function ledger_movement_is_balanced() returns trigger language plpgsql as $$
declare
  unbalanced text;
begin
  select a.currency into unbalanced
    from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.movement_id = new.movement_id
    group by a.currency having sum(e.amount) <> 0 limit 1;
  if unbalanced is not null then
    raise exception 'ledger movement % does not sum to zero in %', new.movement_id, unbalanced
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_movement_is_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_movement_is_balanced();

-- Entries are only on accounts of the movement's own service or of the platform, in its mode; they change the balance.
create function ledger_entry_moves_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_account a
      join ledger_movement m on m.id = new.movement_id join service_env s on s.id = m.service_env_id
    where a.id = new.account_id and (a.service_env_id <> m.service_env_id or a.mode <> s.mode)
  ) then
    raise exception 'entry of another service or mode' using errcode = 'integrity_constraint_violation';
  end if;
  update ledger_account set balance = balance + new.amount, updated_at = now()
    where id = new.account_id and balance is not null;
  return null;
end $$;
create trigger ledger_entry_moves_balance after insert on ledger_entry
  for each row execute function ledger_entry_moves_balance();
create trigger ledger_entry_is_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_is_append_only();

-- Returns the account of a kind, created at its first use; only clearing accounts are per operator or bank. A merchant's
-- account is locked from before an entry gets its id until the commit, so ids follow the order of commits and no page of a
-- statement ever changes. The platform's are not locked: they store no balance, and all payments would wait for each other.
create function ledger_account_of(
  p_service_env uuid, p_mode text, p_kind text, p_provider text, p_currency text
) returns bigint language plpgsql as $$
declare
  owner uuid := case when ledger_is_merchant_account(p_kind) then p_service_env end;
  clearer text := case when p_kind in ('operator_clearing', 'bank_clearing') then p_provider else '' end;
  account bigint;
begin
  for tries in 1..2 loop
    if owner is null then
      select id into account from ledger_account
        where service_env_id is null and mode = p_mode and kind = p_kind and provider = clearer and currency = p_currency;
    else
      select id into account from ledger_account
        where service_env_id = owner and mode = p_mode and kind = p_kind and provider = clearer and currency = p_currency
        for no key update;
    end if;
    exit when account is not null;
    insert into ledger_account (service_env_id, mode, kind, provider, currency, balance)
      values (owner, p_mode, p_kind, clearer, p_currency, case when owner is not null then 0 end)
      on conflict do nothing;
  end loop;
  return account;
end $$;

-- Posts one movement; false if it was posted before. Merchant accounts come last and in a fixed order: their rows stay locked
-- until the commit, so without it two movements could deadlock.
create function ledger_post(
  p_service_env uuid, p_mode text, p_transaction uuid, p_kind text, p_provider text, p_currency text, p_entries jsonb,
  p_refund uuid
) returns boolean language plpgsql as $$
declare
  movement bigint;
  place bigint;
  line record;
begin
  insert into ledger_movement (service_env_id, transaction_id, kind, refund_id)
    values (p_service_env, p_transaction, p_kind, p_refund)
    on conflict on constraint ledger_movement_once do nothing returning id into movement;
  if movement is null then
    return false;
  end if;
  for line in
    select account, amount from jsonb_to_recordset(p_entries) as l(account text, amount bigint)
    order by ledger_is_merchant_account(account), account
  loop
    -- A statement of its own: within the insert, the id would be assigned before the account is locked.
    place := ledger_account_of(p_service_env, p_mode, line.account, p_provider, p_currency);
    insert into ledger_entry (movement_id, account_id, amount) values (movement, place, line.amount);
  end loop;
  return true;
end $$;
