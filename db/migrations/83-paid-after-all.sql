-- Payouts and refunds that ended unpaid in our books by their operator's own answer, and that it reports as paid afterwards.
-- What it contradicts of a verdict of staff is with the verdict, and what two supervisors confirmed of a statement with its line.
-- Serves code from 74-requests-dated.
create table paid_after_all (
  -- Our payout or refund.
  order_id uuid primary key,
  -- The payout; of a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  told_at timestamptz(3) not null default now(),
  constraint paid_after_all_is_one check (order_id = coalesce(refund_id, transaction_id))
);
create index paid_after_all_of_payment on paid_after_all (transaction_id);

create function paid_after_all_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what an operator paid after all stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger paid_after_all_stays before update or delete on paid_after_all
  for each row execute function paid_after_all_stays();
create trigger paid_after_all_is_not_emptied before truncate on paid_after_all
  for each statement execute function paid_after_all_stays();

-- As before, and what the operator paid after all.
create or replace view operator_order as
  select t.id, t.id as transaction_id, null::uuid as refund_id, t.service_env_id, t.mode, t.provider, t.type as kind,
    -- The fee of a payout stays here.
    case t.type when 'payout' then t.net_amount else t.amount_charged end as amount,
    case t.type when 'payout' then t.net_currency else t.charged_currency end as currency,
    t.status, case when t.status = 'pending' then 'open'
      when (t.status = 'succeeded' or t.late_outcome_at is not null) <> (exists (select from closing c
        where c.transaction_id = t.id and c.refund_id is null and c.contradicted_at is not null)
        or t.type = 'payout' and (exists (select from confirmed_line l where l.order_id = t.id and l.is_booked)
          or exists (select from paid_after_all p where p.order_id = t.id))) then 'moved'
      else 'still' end as standing,
    t.operator_request_id, t.provider_reference, coalesce(t.late_outcome_at, t.completed_at) as known_at
  from transaction t where t.payment_type = 'mobile_money'
  union all
  select r.id, r.transaction_id, r.id, r.service_env_id, (select e.mode from service_env e where e.id = r.service_env_id),
    r.provider, 'refund', r.amount, r.currency,
    r.status, case when r.status in ('pending', 'approved', 'processing') then 'open'
      when (r.status = 'succeeded') <> (exists (select from closing c
        where c.transaction_id = r.transaction_id and c.refund_id = r.id and c.contradicted_at is not null)
        or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked)
        or exists (select from paid_after_all p where p.order_id = r.id)) then 'moved'
      else 'still' end,
    r.operator_request_id, r.provider_reference, r.completed_at
  from refund r;

create or replace function refund_is_within_payment() returns trigger language plpgsql as $$
declare
  payment transaction;
  asked bigint;
begin
  select * into payment from transaction where id = new.transaction_id for no key update;
  if payment.service_env_id <> new.service_env_id or payment.charged_currency <> new.currency
      or payment.type <> 'collection' then
    raise exception 'refund % is not of its payment', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if (new.origin = 'service') <> (payment.late_outcome_at is not null)
      or (new.origin <> 'service' and payment.status <> 'succeeded') then
    raise exception 'payment % is not paid, or not that way', payment.id using errcode = 'integrity_constraint_violation';
  end if;
  select coalesce(sum(r.amount), 0) into asked from refund r
    where r.transaction_id = new.transaction_id and (r.status not in ('rejected', 'failed', 'cancelled')
      or exists (select from closing c where c.transaction_id = r.transaction_id and c.refund_id = r.id
        and c.verdict = 'not_paid' and c.contradicted_at is not null)
      or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked)
      or exists (select from paid_after_all p where p.order_id = r.id));
  if asked + new.amount > payment.amount_charged then
    raise exception 'payment % was % and % of it are refunded', payment.id, payment.amount_charged, asked
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return new;
end $$;

-- A refund that has ended still counts callbacks, and gets the reference that its operator gives it late: both refused before,
-- which lost the callback. A generated column is not there yet when its row is judged.
create or replace function refund_moves_as_allowed() returns trigger language plpgsql as $$
declare
  heard text[] := '{callbacks,provider_reference,realm}';
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
begin
  if old.status in ('succeeded', 'rejected', 'failed', 'cancelled') then
    if after - heard = before - heard and after - 'realm' <> before - 'realm'
        and coalesce(before ->> 'provider_reference', after ->> 'provider_reference')
          is not distinct from after ->> 'provider_reference' then
      return new;
    end if;
    raise exception 'refund % is % for good', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'approved'), ('pending', 'rejected'), ('pending', 'cancelled'),
    ('approved', 'processing'), ('processing', 'succeeded'), ('processing', 'failed')
  ) then
    raise exception 'refund % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
