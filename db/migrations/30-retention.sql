-- Retention (docs/data.md): events are deleted whole; payers are erased, and their payments stay.

-- How far a sweep that goes in order of time has come.
create table retention_mark (
  name text primary key,
  reached timestamptz(3) not null
);
insert into retention_mark values ('payers', now());

-- Payments whose period was over while they still needed their payer. The sweep, which goes in order of time, has passed them;
-- it comes back to them until their payer is erased.
create table payer_kept (
  transaction_id uuid primary key references transaction
);

-- Deletes events with their deliveries, but none that is still to be sent; returns how many. Event ids are in order of time.
create function forget_events(p_days int, p_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  oldest constant uuid := (lpad(to_hex((extract(epoch from now() - p_days * interval '1 day') * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid;
begin
  if p_days < 30 then
    raise exception 'events are kept for 30 days at least' using errcode = 'integrity_constraint_violation';
  end if;
  return forget_these_events(array(
    select e.id from event e where e.id < oldest and not exists (
      select from webhook_delivery d where d.event_id = e.id and d.status in ('pending', 'failed'))
    order by e.id limit p_most));
end $$;

-- The same for all events of payments whose payers were erased: the payments' own, and those of their refunds.
create function forget_events_of_erased(p_transactions uuid[]) returns int language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  return forget_these_events(array(
    select e.id from event e join transaction t on t.id = e.transaction_id
    where (e.subject_id = any(p_transactions) or e.transaction_id = any(p_transactions) and e.refund_id is not null)
      and t.payer_erased_at is not null));
end $$;

create function forget_these_events(p_events uuid[]) returns int language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  deliveries constant uuid[] := array(select id from webhook_delivery where event_id = any(p_events));
begin
  delete from webhook_retry where delivery_id = any(deliveries);
  delete from webhook_attempt where delivery_id = any(deliveries);
  delete from webhook_delivery where id = any(deliveries);
  delete from event where id = any(p_events);
  return cardinality(p_events);
end $$;

-- Deletes the payment tokens of payments that ended more than p_days ago; returns how many.
create function forget_payment_tokens(p_days int, p_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  if p_days < 7 then
    raise exception 'tokens are kept for 7 days at least' using errcode = 'integrity_constraint_violation';
  end if;
  delete from payment_token where operator_request_id in (
    select p.operator_request_id from payment_token p join transaction t using (operator_request_id)
    where t.status <> 'pending' and t.completed_at < now() - p_days * interval '1 day' limit p_most);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
revoke execute on function forget_events(int, int), forget_events_of_erased(uuid[]), forget_these_events(uuid[]),
  forget_payment_tokens(int, int) from public;
