-- What an operator reported against our books, until it is settled with the merchant: one supervisor asks for it, another
-- approves it, and one movement empties what the account holds of it (docs/payouts.md#settling-a-contradiction).
-- Serves code from 38-vacuum.

-- What the account `contradicted` holds of each payout and refund: negative what is to be recovered, positive what is owed.
create view contradiction as
  select coalesce(m.refund_id, m.transaction_id) as id, m.transaction_id, m.refund_id, m.service_env_id, a.mode, a.currency,
    min(m.at)::timestamptz(3) as at,
    (sum(e.amount) filter (where m.kind = 'closing_contradicted'))::bigint as booked,
    sum(e.amount)::bigint as open
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_movement m on m.id = e.movement_id
  where a.service_env_id is null and a.kind = 'contradicted'
  group by m.transaction_id, m.refund_id, m.service_env_id, a.mode, a.currency;

create table contradiction_settlement (
  id uuid primary key,
  -- The payout or refund.
  order_id uuid not null,
  -- The payout; of a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  -- All that the account holds of it, in minor units.
  amount bigint not null check (amount <> 0),
  reason text not null check (length(reason) between 1 and 500),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'withdrawn')),
  asked_by uuid not null,
  asked_at timestamptz(3) not null default now(),
  decided_by uuid,
  decided_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  constraint contradiction_settlement_is_one check (order_id = coalesce(refund_id, transaction_id)),
  constraint contradiction_settlement_decided
    check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  -- Who asked may take it back, and nobody else may; another decides.
  constraint contradiction_settlement_by_two
    check (state = 'waiting' or (state = 'withdrawn') = (decided_by = asked_by)),
  constraint contradiction_settlement_asked_by_staff foreign key (asked_by, realm) references person (id, realm),
  constraint contradiction_settlement_decided_by_staff foreign key (decided_by, realm) references person (id, realm)
);
create index contradiction_settlement_of on contradiction_settlement (order_id, asked_at);
create unique index contradiction_settlement_waits_once on contradiction_settlement (order_id) where state = 'waiting';
create unique index contradiction_settled_once on contradiction_settlement (order_id) where state = 'done';

-- It is about all that is open when it is asked for, and done only with the movement that leaves nothing open. A generated
-- column is not there yet when its row is judged.
create function contradiction_settlement_is_whole() returns trigger language plpgsql as $$
declare
  decided text[] := '{state,decided_by,decided_at,realm}';
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
          and (select sum(e.amount) from ledger_movement m join ledger_entry e on e.movement_id = m.id
            join ledger_account a on a.id = e.account_id
            where m.transaction_id = new.transaction_id and m.refund_id is not distinct from new.refund_id
              and m.kind = 'contradiction_settled' and a.kind = 'contradicted') = -new.amount then
        return new;
      end if;
      raise exception 'the contradiction of % is not settled by a movement', new.order_id
        using errcode = 'check_violation', constraint = 'contradiction_settlement_is_whole';
    end if;
  end if;
  raise exception 'a settlement is decided on once, and stays as it was asked for'
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger contradiction_settlement_is_whole before insert or update or delete on contradiction_settlement
  for each row execute function contradiction_settlement_is_whole();
create trigger contradiction_settlement_is_not_emptied before truncate on contradiction_settlement
  for each statement execute function contradiction_settlement_is_whole();
