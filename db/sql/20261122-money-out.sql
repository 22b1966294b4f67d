-- Money out: banks have clearing accounts as operators have, and a refund's movements are told from its collection's.

alter table ledger_movement add column refund_id uuid;
alter table ledger_movement drop constraint ledger_movement_once;
alter table ledger_movement
  add constraint ledger_movement_once unique nulls not distinct (transaction_id, kind, refund_id);

-- The account of a kind, made at its first use. A clearing account is an operator's or a bank's.
create or replace function ledger_account_of(
  p_service_env uuid, p_mode text, p_kind text, p_provider text, p_currency text
) returns bigint language plpgsql as $$
declare
  owner uuid := case when ledger_is_merchant_account(p_kind) then p_service_env end;
  clearer text := case when p_kind in ('operator_clearing', 'bank_clearing') then p_provider else '' end;
  account bigint;
begin
  for tries in 1..2 loop
    select id into account from ledger_account
      where service_env_id is not distinct from owner and mode = p_mode and kind = p_kind
        and provider = clearer and currency = p_currency;
    exit when account is not null;
    insert into ledger_account (service_env_id, mode, kind, provider, currency, balance)
      values (owner, p_mode, p_kind, clearer, p_currency, case when owner is not null then 0 end)
      on conflict do nothing;
  end loop;
  return account;
end $$;

-- As before, for a refund too; a process of the release before still calls it without one.
create function ledger_post(
  p_service_env uuid, p_mode text, p_transaction uuid, p_kind text, p_provider text, p_currency text, p_entries jsonb,
  p_refund uuid
) returns boolean language plpgsql as $$
declare
  movement bigint;
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
    insert into ledger_entry (movement_id, account_id, amount) values (
      movement, ledger_account_of(p_service_env, p_mode, line.account, p_provider, p_currency), line.amount);
  end loop;
  return true;
end $$;

create or replace function ledger_post(
  p_service_env uuid, p_mode text, p_transaction uuid, p_kind text, p_provider text, p_currency text, p_entries jsonb
) returns boolean language sql as $$
  select ledger_post(p_service_env, p_mode, p_transaction, p_kind, p_provider, p_currency, p_entries, null::uuid)
$$;
