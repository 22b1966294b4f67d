-- Funds are held by staff's order or by a rule, in live too (docs/refunds.md#funds).
-- Serves code from 36-merchant-identity.

create or replace function transaction_funds_move_as_allowed() returns trigger language plpgsql as $$
begin
  if new.refunded_amount < old.refunded_amount then
    raise exception 'what of % was refunded stays so', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.funds_status is distinct from old.funds_status
      and not (old.status = 'pending' and new.funds_status is distinct from 'withheld')
      and not coalesce((old.funds_status, new.funds_status) in (
        ('pending', 'available'), ('pending', 'held'), ('available', 'held'), ('pending_confirmation', 'available'),
        ('held', 'available'), ('held', 'withheld')
      ), false) then
    raise exception 'funds of % cannot go from % to %', old.id, old.funds_status, new.funds_status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

alter table funds_act drop constraint funds_act_act_check,
  add constraint funds_act_act_check check (act in ('hold', 'confirm', 'release', 'withhold')) not valid;

-- What funds of live payments wait for, whichever rule they meet: none is changed, one that holds no more is ended.
create table funds_rule (
  id uuid primary key,
  -- Null: of all merchants.
  merchant_id uuid references merchant,
  kind text not null check (kind in ('amount', 'new_merchant', 'operator')),
  -- Of `amount`: from this much debited on, XOF.
  amount bigint check (amount > 0),
  -- Of `new_merchant`: for so many days since the merchant came.
  days int check (days between 1 and 365),
  -- Of `operator`: what it says it collected has to be confirmed on the service's bank account.
  provider text check (length(provider) between 1 and 40),
  reason text not null check (length(reason) between 1 and 500),
  made_by uuid not null,
  made_at timestamptz(3) not null default now(),
  ended_by uuid,
  ended_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  constraint funds_rule_says_what check (
    (kind = 'amount') = (amount is not null) and (kind = 'new_merchant') = (days is not null)
    and (kind = 'operator') = (provider is not null)),
  constraint funds_rule_ended check ((ended_by is null) = (ended_at is null)),
  constraint funds_rule_made_by_staff foreign key (made_by, realm) references person (id, realm),
  constraint funds_rule_ended_by_staff foreign key (ended_by, realm) references person (id, realm)
);
create index funds_rule_in_force on funds_rule (made_at) where ended_at is null;

create function funds_rule_stays_what_it_is() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null
      and to_jsonb(new) - '{ended_at,ended_by,realm}'::text[] = to_jsonb(old) - '{ended_at,ended_by,realm}'::text[] then
    return new;
  end if;
  raise exception 'a rule is ended, not changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger funds_rule_stays_what_it_is before update or delete on funds_rule
  for each row execute function funds_rule_stays_what_it_is();
