-- A day of a standing order is decided anew where nothing was sent for it, and the order was changed since: its hour comes
-- again that day.
-- Serves code from 38-vacuum.

create or replace function standing_order_day_moves_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'sent' and (new.order_id, new.day) = (old.order_id, old.day)
      and exists (select from standing_order o
        where o.id = old.order_id and o.terms_since > old.created_at and o.terms_since <= new.created_at)
      and not exists (select from transaction t where t.id = old.payout_id) then
    return new;
  end if;
  if old.state <> 'due' or (new.order_id, new.day, new.account_id, new.payout_id)
      is distinct from (old.order_id, old.day, old.account_id, old.payout_id)
      or new.amount is distinct from old.amount and (new.amount is null or new.amount > old.amount or new.state <> 'due')
      then
    raise exception 'day % of standing order % stays what it is', old.day, old.order_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
