-- What the service bears of a contradiction, since its owner cannot or need not pay it: a part of its settlement, booked in an
-- account of the platform's losses (docs/payouts.md#settling-a-contradiction).
-- Serves code from 38-vacuum.
alter table contradiction_settlement
  -- Minor units: above zero a loss, below zero one that is made good by what is owed.
  add column written_off bigint not null default 0,
  -- What is taken from the account where the funds of the payment stand.
  add column funds_amount bigint not null default 0,
  add constraint contradiction_settlement_writes_off_a_part
    check (written_off between least(-amount, 0) and greatest(-amount, 0)),
  add constraint contradiction_settlement_takes_a_part
    check (funds_amount between 0 and greatest(-amount - written_off, 0) and (funds_amount = 0 or state = 'done'));

-- As before, and with exactly the loss that was asked for.
create or replace function contradiction_settlement_is_whole() returns trigger language plpgsql as $$
declare
  decided text[] := '{state,decided_by,decided_at,realm,funds_amount}';
begin
  if tg_op = 'INSERT' and new.state = 'waiting' then
    if exists (select from contradiction c where c.id = new.order_id and c.transaction_id = new.transaction_id
        and c.open = new.amount) then
      return new;
    end if;
    raise exception 'the contradiction of % is not %', new.order_id, new.amount
      using errcode = 'check_violation', constraint = 'contradiction_settlement_is_whole';
  elsif tg_op = 'UPDATE' and tg_level = 'ROW' then
    if old.state = 'waiting' and to_jsonb(new) - decided = to_jsonb(old) - decided then
      if new.state <> 'done' or exists (select from contradiction c
            where c.id = new.order_id and c.transaction_id = new.transaction_id and c.open = 0)
          and (select (sum(e.amount) filter (where a.kind = 'contradicted'),
              coalesce(sum(e.amount) filter (where a.kind = 'written_off'), 0))
            from ledger_movement m join ledger_entry e on e.movement_id = m.id
            join ledger_account a on a.id = e.account_id
            where m.transaction_id = new.transaction_id and m.refund_id is not distinct from new.refund_id
              and m.kind = 'contradiction_settled') = (-new.amount::numeric, -new.written_off::numeric) then
        return new;
      end if;
      raise exception 'the contradiction of % is not settled by a movement', new.order_id
        using errcode = 'check_violation', constraint = 'contradiction_settlement_is_whole';
    end if;
  end if;
  raise exception 'a settlement is decided on once, and stays as it was asked for'
    using errcode = 'integrity_constraint_violation';
end $$;
