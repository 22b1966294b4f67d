-- Figures by day also say what payments cost the merchant, so that the fees of a month are known however many payments it has.
-- Days from before this migration have no such sum yet: the worker fills them in, a day of a service at a time (figures_fill).
-- Serves code from 38-vacuum.
alter table day_figure add column borne bigint;

-- As before, with what a payment that succeeded cost the merchant: of a collection the price in XOF less what was added to the
-- account, without what the payer paid on top; of a payout what was taken from the account beyond what was sent.
create or replace view figure_part as
select t.id as transaction_id, t.service_env_id, t.created_at,
  (t.created_at at time zone 'UTC' + interval '1 hour')::date as day, p.dimension, p.value,
  t.type, t.status, t.charged_currency, t.net_currency,
  t.amount_charged as charged, t.fee_amount as fees, t.net_amount as net,
  case when t.status <> 'succeeded' then 0
    when t.type = 'payout' then t.amount_charged - t.net_amount
    else coalesce((t.exchange #>> '{amount,minor,n}')::bigint, t.amount) - t.net_amount end as borne
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

-- As before, with that sum; a sum that is not known yet stays unknown.
create or replace function figures_fold(most int) returns int language plpgsql as $$
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
      count, charged, fees, net, borne)
    select p.service_env_id, p.day, p.dimension, p.value, p.type, p.status, p.charged_currency, p.net_currency,
      count(*), sum(p.charged), sum(p.fees), sum(p.net), sum(p.borne)
    from due join figure_part p using (transaction_id)
    group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict on constraint day_figure_once do update set count = day_figure.count + excluded.count,
      charged = day_figure.charged + excluded.charged, fees = day_figure.fees + excluded.fees,
      net = day_figure.net + excluded.net, borne = day_figure.borne + excluded.borne
  )
  select count(*) into folded from due;
  return folded;
end $$;

-- Fills in one day of one service; returns how many figures it completed. It takes turns with figures_fold, so that what is due
-- is in neither sum or in both.
create function figures_fill() returns int language plpgsql as $$
declare
  filled int;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('figures_fold', 0)) then
    return 0;
  end if;
  with chosen as (
    select f.service_env_id, f.day from day_figure f where f.borne is null limit 1
  ), sums as (
    select p.service_env_id, p.day, p.dimension, p.value, p.type, p.status, p.charged_currency, p.net_currency,
      sum(p.borne) as borne
    from chosen c join figure_part p on p.service_env_id = c.service_env_id
      and p.created_at >= (c.day - interval '1 hour') at time zone 'UTC'
      and p.created_at < (c.day + interval '23 hours') at time zone 'UTC'
    where not exists (select from figure_due due
      where (due.service_env_id, due.transaction_id) = (p.service_env_id, p.transaction_id))
    group by 1, 2, 3, 4, 5, 6, 7, 8
  )
  update day_figure f set borne = each.borne
  from (select of.id, coalesce(s.borne, 0) as borne
    from chosen c join day_figure of on (of.service_env_id, of.day) = (c.service_env_id, c.day) and of.borne is null
    left join sums s on (of.dimension, of.value, of.type, of.status, of.charged_currency, of.net_currency)
      = (s.dimension, s.value, s.type, s.status, s.charged_currency, s.net_currency)) as each
  where f.id = each.id;
  get diagnostics filled = row_count;
  return filled;
end $$;
