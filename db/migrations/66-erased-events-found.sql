-- The events of payments whose payers were erased, found as the payments' own and as those of their refunds.
-- Serves code from 59-vacuum.
create or replace function forget_events_of_erased(p_transactions uuid[]) returns int language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  return forget_these_events(array(
    select e.id from event e join transaction t on t.id = e.transaction_id
    where (e.subject_id = any(p_transactions) or e.transaction_id = any(p_transactions) and e.refund_id is not null)
      and t.payer_erased_at is not null));
end $$;
