-- Payments, payouts and refunds that succeeded in our books by their operator's own answer, and of which it says afterwards that
-- no money moved, or that it went back. What it contradicts of a verdict of staff is with the verdict.
-- Serves code from 38-vacuum.
create table unpaid_after_all (
  -- Our payment, payout or refund.
  order_id uuid primary key,
  -- The payment or payout; of a refund, its payment.
  transaction_id uuid not null references transaction,
  refund_id uuid references refund,
  told_at timestamptz(3) not null default now(),
  constraint unpaid_after_all_is_one check (order_id = coalesce(refund_id, transaction_id))
);
create index unpaid_after_all_of_payment on unpaid_after_all (transaction_id);

create function unpaid_after_all_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what an operator did not pay after all stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger unpaid_after_all_stays before update or delete on unpaid_after_all
  for each row execute function unpaid_after_all_stays();
create trigger unpaid_after_all_is_not_emptied before truncate on unpaid_after_all
  for each statement execute function unpaid_after_all_stays();

-- As before, and what the operator did not pay after all.
create or replace view operator_order as
  select t.id, t.id as transaction_id, null::uuid as refund_id, t.service_env_id, t.mode, t.provider, t.type as kind,
    -- The fee of a payout stays here.
    case t.type when 'payout' then t.net_amount else t.amount_charged end as amount,
    case t.type when 'payout' then t.net_currency else t.charged_currency end as currency,
    t.status, case when t.status = 'pending' then 'open'
      when (t.status = 'succeeded' or t.late_outcome_at is not null) <> (exists (select from closing c
        where c.transaction_id = t.id and c.refund_id is null and c.contradicted_at is not null)
        or t.type = 'payout' and (exists (select from confirmed_line l where l.order_id = t.id and l.is_booked)
          or exists (select from paid_after_all p where p.order_id = t.id))
        or exists (select from unpaid_after_all u where u.order_id = t.id)) then 'moved'
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
        or exists (select from paid_after_all p where p.order_id = r.id)
        or exists (select from unpaid_after_all u where u.order_id = r.id)) then 'moved'
      else 'still' end,
    r.operator_request_id, r.provider_reference, r.completed_at
  from refund r;
