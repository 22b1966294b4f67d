-- Entries of a merchant's account are numbered in the order in which they are committed: the account's row is locked when it is
-- found, before the entry gets its id, and stays locked until the commit. So a page of a statement never gets an entry before
-- one that it has shown, and the balance after each entry is the same on every page. Before, the id came first and the lock with
-- the balance: of two at once, the later id could be seen first. Entries from before are all committed: their order stands.
-- Accounts of the platform are not locked: they carry no balance, and would make all payments wait for each other.
-- Serves code from 74-requests-dated.
create or replace function ledger_account_of(
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

create or replace function ledger_post(
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
    -- A statement of its own: within the insert, the id would be given before the account is locked.
    place := ledger_account_of(p_service_env, p_mode, line.account, p_provider, p_currency);
    insert into ledger_entry (movement_id, account_id, amount) values (movement, place, line.amount);
  end loop;
  return true;
end $$;
