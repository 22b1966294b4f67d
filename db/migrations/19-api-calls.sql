-- What merchants' keys asked of the API, for them to look up (docs/api.md#call-log). No path, query or body: those name
-- payers. A table for each day: a day is forgotten whole, at no cost, and a line costs two small indexes.

create table api_call (
  -- The call's own id, as in our log; where an answer of before was given again, `replay_of` is the id that it carries.
  id uuid not null,
  replay_of uuid,
  service_env_id uuid not null,
  api_key_id uuid not null,
  at timestamptz(3) not null,
  method text not null,
  -- With its placeholders.
  route text not null,
  status int not null,
  error_code text,
  duration_ms int not null,
  transaction_id uuid
) partition by range (at);
create index api_call_list on api_call (service_env_id, at desc, id desc);
create index api_call_id on api_call (id);
create index api_call_replay on api_call (replay_of) where replay_of is not null;

-- Makes the tables of yesterday and of so many days to come, and drops those of more than so many days ago.
-- By the rights of its owner: who serves makes and drops days of this table alone (docs/deploying.md#roles).
create function api_call_keep_days(p_ahead int, p_kept int) returns void language plpgsql
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

select api_call_keep_days(7, 30);
