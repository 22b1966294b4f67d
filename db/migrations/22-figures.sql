-- Figures by day: what a merchant's first page shows of payments that have ended, summed up as they end.

-- Payments that have ended and are not in the sums yet. Each inserts its own row and waits for nobody; a worker sums them up a
-- moment later (figures_fold), and readers add the rest themselves.
create table figure_due (
  service_env_id uuid not null,
  transaction_id uuid not null,
  primary key (service_env_id, transaction_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Number and sums of a service's payments that were requested on one day of the main market, by how they ended.
create table day_figure (
  id bigint generated always as identity primary key,
  service_env_id uuid not null references service_env,
  day date not null,
  -- Each payment counts once under `all`, and once under each other dimension in which it has a value.
  dimension text not null
    check (dimension in ('all', 'hour', 'provider', 'channel', 'terminal', 'payment_link', 'failure')),
  value text not null,
  type text not null,
  status text not null,
  charged_currency text not null,
  net_currency text not null,
  count bigint not null,
  -- Minor units: charged and fees in the currency charged, net in its own.
  charged bigint not null,
  fees bigint not null,
  net bigint not null,
  constraint day_figure_once unique (service_env_id, dimension, day, value, type, status, charged_currency, net_currency)
) with (fillfactor = 70);
-- All services on one day, by operator: what a process shows of today.
create index day_figure_by_operator on day_figure (day) where dimension = 'provider';

-- What each ended payment adds to the figures. The sums, their readers and their proof all use this view.
create view figure_part as
select t.id as transaction_id, t.service_env_id, t.created_at,
  (t.created_at at time zone 'UTC' + interval '1 hour')::date as day, p.dimension, p.value,
  t.type, t.status, t.charged_currency, t.net_currency,
  t.amount_charged as charged, t.fee_amount as fees, t.net_amount as net
from transaction t cross join lateral (values
  ('all', ''),
  ('hour', to_char(t.created_at at time zone 'UTC' + interval '1 hour', 'HH24')),
  ('provider', t.provider),
  ('channel', t.channel),
  ('terminal', t.terminal_id::text),
  ('payment_link', t.payment_link_id::text),
  ('failure', t.failure_code)
) as p(dimension, value)
where t.status <> 'pending' and p.value is not null;

create function transaction_is_counted() returns trigger language plpgsql as $$
begin
  insert into figure_due values (new.service_env_id, new.id);
  return null;
end $$;
create trigger transaction_is_counted after update of status on transaction
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function transaction_is_counted();
create trigger transaction_is_counted_at_once after insert on transaction
  for each row when (new.status <> 'pending') execute function transaction_is_counted();

-- Sums up this many ended payments; returns how many it did. One process at a time: a second one does nothing.
create function figures_fold(most int) returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('figures_fold', 0)) then
    return 0;
  end if;
  with due as (
    delete from figure_due d using (select * from figure_due limit most) as chosen
    where (d.service_env_id, d.transaction_id) = (chosen.service_env_id, chosen.transaction_id)
    returning d.transaction_id
  ), added as (
    insert into day_figure (service_env_id, day, dimension, value, type, status, charged_currency, net_currency,
      count, charged, fees, net)
    select p.service_env_id, p.day, p.dimension, p.value, p.type, p.status, p.charged_currency, p.net_currency,
      count(*), sum(p.charged), sum(p.fees), sum(p.net)
    from due join figure_part p using (transaction_id)
    group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict on constraint day_figure_once do update set count = day_figure.count + excluded.count,
      charged = day_figure.charged + excluded.charged, fees = day_figure.fees + excluded.fees,
      net = day_figure.net + excluded.net
  )
  select count(*) into folded from due;
  return folded;
end $$;
