-- Whether a verdict may count under an operator's reference that another order has: the person has seen that it does. Null
-- for those of code that compares references before it records the verdict.
-- Serves code from 38-vacuum.
alter table closing add column may_share_reference boolean;

-- As before; references are the same whatever their case and spaces.
create or replace function closing_is_agreed() returns trigger language plpgsql as $$
begin
  if new.approvals_needed > 1 and not exists (
    select from closing c where c.transaction_id = new.transaction_id and c.refund_id is not distinct from new.refund_id
      and c.id <> new.id and c.counted_at is not null and c.closed_by <> new.closed_by and c.verdict = new.verdict
      and lower(replace(c.operator_reference, ' ', '')) = lower(replace(new.operator_reference, ' ', ''))
  ) then
    raise exception 'closing % was said by one alone', new.id
      using errcode = 'check_violation', constraint = 'closing_is_agreed';
  end if;
  return new;
end $$;
