-- A refund that ended unpaid in our books, and that its operator paid all the same, is money that the payer has: it counts
-- like any that was paid, so that the payment is not given back twice.
-- Serves code from 74-requests-dated.
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
      or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked));
  if asked + new.amount > payment.amount_charged then
    raise exception 'payment % was % and % of it are refunded', payment.id, payment.amount_charged, asked
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return new;
end $$;
