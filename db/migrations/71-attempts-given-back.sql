-- An attempt whose body could not be read was never sent: it is taken back, and its delivery stands as before. Only one that
-- is open can be; whoever serves deletes no attempt otherwise.
-- Serves code from 69-events-of-payments-dropped.
create function webhook_attempt_given_back(p_attempt bigint, p_attempts int, p_asked text) returns boolean language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  delivery uuid;
begin
  delete from webhook_attempt where id = p_attempt and finished_at is null returning delivery_id into delivery;
  update webhook_delivery set attempts = p_attempts, asked_attempt = p_asked, next_attempt_at = now()
    where id = delivery and status = 'pending' and attempts between p_attempts and p_attempts + 1;
  return found;
end $$;
revoke execute on function webhook_attempt_given_back(bigint, int, text) from public;
