-- A due day of a standing order over everything available may be lowered, while nothing has been sent: other payouts were
-- accepted meanwhile, and its floor stays.
-- Serves code from 74-requests-dated.

create or replace function standing_order_day_moves_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'due' or (new.order_id, new.day, new.account_id, new.payout_id)
      is distinct from (old.order_id, old.day, old.account_id, old.payout_id)
      or new.amount is distinct from old.amount and (new.amount is null or new.amount > old.amount or new.state <> 'due')
      then
    raise exception 'day % of standing order % stays what it is', old.day, old.order_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
