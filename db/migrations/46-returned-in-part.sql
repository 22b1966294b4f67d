-- A bank may send less back than it was sent, because it kept fees: what it kept is borne by the service, beside what the
-- settlement gives the merchant (docs/payouts.md#settling-a-contradiction).
-- Serves code from 38-vacuum.
alter table contradiction_settlement
  drop constraint contradiction_settlement_writes_off_a_part,
  add constraint contradiction_settlement_writes_off_a_part
    check (written_off >= least(-amount, 0) and (amount > 0 or written_off <= -amount)) not valid;

-- As before; what is owed has a loss besides only if a bank kept that much of a transfer.
create or replace function contradiction_settlement_is_whole() returns trigger language plpgsql as $$
declare
  decided text[] := '{state,decided_by,decided_at,realm,funds_amount}';
begin
  if tg_op = 'INSERT' and new.state = 'waiting' then
    if exists (select from contradiction c join transaction t on t.id = c.transaction_id
        where c.id = new.order_id and c.transaction_id = new.transaction_id and c.open = new.amount
          and new.written_off <= greatest(-new.amount, case when c.refund_id is null and t.payment_type = 'bank_transfer'
            then t.amount_charged - c.booked else 0 end)) then
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
