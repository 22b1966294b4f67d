-- Which installation these books are of: the namespace of Temporal carries the same, so that no process works for the runs of
-- other books. A copy that is restored is the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- All services of one day, by operator: what a process shows of today.
create index day_figure_by_operator on day_figure (day) where dimension = 'provider';

-- Makes the tables of yesterday and of so many days to come, and drops those of more than so many days ago.
-- By the rights of its owner: who serves makes and drops days of this table alone (docs/deploying.md#roles).
create or replace function api_call_keep_days(p_ahead int, p_kept int) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  old text;
begin
  -- One at a time; who comes second has nothing left to do.
  if not pg_try_advisory_xact_lock(hashtextextended('api_call days', 0)) then
    return;
  end if;
  for day in select generate_series(today - 1, today + p_ahead, '1 day')::date loop
    if to_regclass('api_call_' || to_char(day, 'YYYYMMDD')) is null then
      execute format('create table %I partition of api_call for values from (%L) to (%L)',
        'api_call_' || to_char(day, 'YYYYMMDD'), day || ' 00:00:00+00', day + 1 || ' 00:00:00+00');
    end if;
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'api_call'::regclass
      and c.relname < 'api_call_' || to_char(today - greatest(p_kept, 1), 'YYYYMMDD')
  loop
    execute format('drop table %I', old);
  end loop;
end $$;
