-- What goes to a webhook that is being sent as much as it may be at once waits in line, without a run (docs/webhooks.md#one-slow-receiver).
-- Serves code from 36-merchant-identity.

alter table webhook_delivery add column is_in_line boolean not null default false;
create index webhook_delivery_line on webhook_delivery (endpoint_id, id) where is_in_line and status = 'pending';
-- Those on the way to their first attempt.
create index webhook_delivery_on_its_way on webhook_delivery (endpoint_id)
  where status = 'pending' and not is_in_line and attempts <= 1 and asked_attempt is null;

-- The webhooks that somebody waits in line for; from one to the next, however long their lines are.
create function webhook_lines() returns setof uuid language sql stable as $$
  with recursive line as (
    (select endpoint_id from webhook_delivery where is_in_line and status = 'pending' order by endpoint_id limit 1)
    union all
    select (
      select d.endpoint_id from webhook_delivery d
      where d.is_in_line and d.status = 'pending' and d.endpoint_id > line.endpoint_id order by d.endpoint_id limit 1)
    from line where line.endpoint_id is not null
  )
  select endpoint_id from line where endpoint_id is not null
$$;
