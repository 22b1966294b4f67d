-- An operator that has contradicted an order may go back on that, any number of times. Each later word moves back what the
-- word before it moved, so the books follow the last one; what was settled meanwhile is open again, and settled anew
-- (docs/payouts.md#when-an-operator-goes-back-on-it). The first word is with the verdict, line or answer that it contradicts.
-- Serves code from 38-vacuum.
create table later_word (
  -- Our payment, payout or refund.
  order_id uuid not null,
  -- Of the words about it; those with an even number say again what our books say.
  number int not null check (number > 1),
  -- The payment or payout; of a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  told_at timestamptz(3) not null default now(),
  primary key (order_id, number),
  constraint later_word_is_one check (order_id = coalesce(refund_id, transaction_id))
);
create index later_word_of_payment on later_word (transaction_id);

-- Words follow one another without a gap, and each has its movement, which is the one before it turned round.
create function later_word_moves_back() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'a word of an operator stays' using errcode = 'integrity_constraint_violation';
  end if;
  if new.number > 2 and not exists (select from later_word w where w.order_id = new.order_id and w.number = new.number - 1)
      or not exists (select from ledger_movement m where m.transaction_id = new.transaction_id
        and m.refund_id is not distinct from new.refund_id and m.kind = 'closing_contradicted:' || new.number)
      or exists (select from ledger_movement m join ledger_entry e on e.movement_id = m.id
        where m.transaction_id = new.transaction_id and m.refund_id is not distinct from new.refund_id
          and m.kind in ('closing_contradicted:' || new.number,
            'closing_contradicted' || case when new.number > 2 then ':' || (new.number - 1) else '' end)
        group by e.account_id having sum(e.amount) <> 0) then
    raise exception 'word % about % does not move back what the one before it moved', new.number, new.order_id
      using errcode = 'check_violation', constraint = 'later_word_moves_back';
  end if;
  return new;
end $$;
create trigger later_word_moves_back before insert or update or delete on later_word
  for each row execute function later_word_moves_back();
create trigger later_word_is_not_emptied before truncate on later_word
  for each statement execute function later_word_moves_back();

-- Of the settlements of one order; each is done once, and the next one is about what is open then.
alter table contradiction_settlement add column number int not null default 1;

-- As before, each with the movement of its number.
create or replace function contradiction_settlement_is_whole() returns trigger language plpgsql as $$
declare
  decided text[] := '{state,decided_by,decided_at,realm,funds_amount}';
begin
  if tg_op = 'INSERT' and new.state = 'waiting' then
    if exists (select from contradiction c join transaction t on t.id = c.transaction_id
        where c.id = new.order_id and c.transaction_id = new.transaction_id and c.open = new.amount
          and new.written_off <= greatest(-new.amount, case when c.refund_id is null and t.payment_type = 'bank_transfer'
            then t.amount_charged - c.booked else 0 end))
        and new.number = 1 + (select count(*) from contradiction_settlement s
          where s.order_id = new.order_id and s.state = 'done') then
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
              and m.kind = 'contradiction_settled' || case when new.number > 1 then ':' || new.number else '' end)
            = (-new.amount::numeric, -new.written_off::numeric) then
        return new;
      end if;
      raise exception 'the contradiction of % is not settled by a movement', new.order_id
        using errcode = 'check_violation', constraint = 'contradiction_settlement_is_whole';
    end if;
  end if;
  raise exception 'a settlement is decided on once, and stays as it was asked for'
    using errcode = 'integrity_constraint_violation';
end $$;

-- As before, by the last word.
create or replace view operator_order as
  select t.id, t.id as transaction_id, null::uuid as refund_id, t.service_env_id, t.mode, t.provider, t.type as kind,
    -- The fee of a payout stays here.
    case t.type when 'payout' then t.net_amount else t.amount_charged end as amount,
    case t.type when 'payout' then t.net_currency else t.charged_currency end as currency,
    t.status, case when t.status = 'pending' then 'open'
      when (t.status = 'succeeded' or t.late_outcome_at is not null) <> ((exists (select from closing c
        where c.transaction_id = t.id and c.refund_id is null and c.contradicted_at is not null)
        or t.type = 'payout' and (exists (select from confirmed_line l where l.order_id = t.id and l.is_booked)
          or exists (select from paid_after_all p where p.order_id = t.id))
        or exists (select from unpaid_after_all u where u.order_id = t.id))
        and (select count(*) from later_word w where w.order_id = t.id) % 2 = 0) then 'moved'
      else 'still' end as standing,
    t.operator_request_id, t.provider_reference, coalesce(t.late_outcome_at, t.completed_at) as known_at
  from transaction t where t.payment_type = 'mobile_money'
  union all
  select r.id, r.transaction_id, r.id, r.service_env_id, (select e.mode from service_env e where e.id = r.service_env_id),
    r.provider, 'refund', r.amount, r.currency,
    r.status, case when r.status in ('pending', 'approved', 'processing') then 'open'
      when (r.status = 'succeeded') <> ((exists (select from closing c
        where c.transaction_id = r.transaction_id and c.refund_id = r.id and c.contradicted_at is not null)
        or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked)
        or exists (select from paid_after_all p where p.order_id = r.id)
        or exists (select from unpaid_after_all u where u.order_id = r.id))
        and (select count(*) from later_word w where w.order_id = r.id) % 2 = 0) then 'moved'
      else 'still' end,
    r.operator_request_id, r.provider_reference, r.completed_at
  from refund r;
