-- What a statement reports that our books deny: two supervisors confirm it, neither of whom imported the statement, and it is
-- booked with the second one (docs/reconciliation.md). What the operator itself answers when it is asked needs nobody.
-- Serves code from 74-requests-dated.
create table confirmed_line (
  difference_id uuid not null references reconciliation_difference,
  confirmed_by uuid not null,
  realm text not null generated always as ('staff') stored,
  -- Our transaction or refund, that of the difference.
  order_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  confirmed_at timestamptz(3) not null default now(),
  -- True of the second one, with whom the line was booked.
  is_booked boolean not null,
  primary key (difference_id, confirmed_by),
  constraint confirmed_line_by_staff foreign key (confirmed_by, realm) references person (id, realm)
);
create unique index confirmed_line_books_once on confirmed_line (order_id) where is_booked;

-- Two who must agree are two, and did not bring the statement themselves.
create function confirmed_line_by_two() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'what was confirmed stays' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (
    select from reconciliation_difference d join reconciliation r on r.id = d.reconciliation_id
    where d.id = new.difference_id and d.order_id = new.order_id and d.kind = 'status_differs'
      and r.imported_by <> new.confirmed_by
  ) or new.is_booked and not exists (
    select from confirmed_line c where c.difference_id = new.difference_id and c.confirmed_by <> new.confirmed_by
  ) then
    raise exception 'a line is confirmed by two who did not import it'
      using errcode = 'check_violation', constraint = 'confirmed_line_by_two';
  end if;
  return new;
end $$;
create trigger confirmed_line_by_two before insert or update or delete on confirmed_line
  for each row execute function confirmed_line_by_two();
create trigger confirmed_line_is_not_emptied before truncate on confirmed_line
  for each statement execute function confirmed_line_by_two();

-- As before, and money out that two confirmed moved: without a verdict of staff, nothing else says so.
create or replace view operator_order as
  select t.id, t.id as transaction_id, null::uuid as refund_id, t.service_env_id, t.mode, t.provider, t.type as kind,
    -- The fee of a payout stays here.
    case t.type when 'payout' then t.net_amount else t.amount_charged end as amount,
    case t.type when 'payout' then t.net_currency else t.charged_currency end as currency,
    t.status, case when t.status = 'pending' then 'open'
      when (t.status = 'succeeded' or t.late_outcome_at is not null) <> (exists (select from closing c
        where c.transaction_id = t.id and c.refund_id is null and c.contradicted_at is not null)
        or t.type = 'payout' and exists (select from confirmed_line l where l.order_id = t.id and l.is_booked)) then 'moved'
      else 'still' end as standing,
    t.operator_request_id, t.provider_reference, coalesce(t.late_outcome_at, t.completed_at) as known_at
  from transaction t where t.payment_type = 'mobile_money'
  union all
  select r.id, r.transaction_id, r.id, r.service_env_id, (select e.mode from service_env e where e.id = r.service_env_id),
    r.provider, 'refund', r.amount, r.currency,
    r.status, case when r.status in ('pending', 'approved', 'processing') then 'open'
      when (r.status = 'succeeded') <> (exists (select from closing c
        where c.transaction_id = r.transaction_id and c.refund_id = r.id and c.contradicted_at is not null)
        or exists (select from confirmed_line l where l.order_id = r.id and l.is_booked)) then 'moved'
      else 'still' end,
    r.operator_request_id, r.provider_reference, r.completed_at
  from refund r;
