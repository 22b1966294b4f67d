-- The calls that merchants' keys made, for merchants to look up (docs/api.md#call-log). No path, query or body: those name
-- payers. A partition per day: a day is dropped whole, at no cost, and a row costs two small indexes.

create table api_call (
  -- The call's own id, as in our log. For a replayed answer, `replay_of` is the id that the answer contains.
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

-- Creates the partitions of yesterday, today and p_ahead days to come, and drops those of more than p_kept days ago. Runs with
-- its owner's rights: the roles that serve create and drop partitions of this table only (docs/deploying.md#roles).
create function api_call_keep_days(p_ahead int, p_kept int) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  today date := (now() at time zone 'UTC')::date;
  day date;
  old text;
begin
  -- One process at a time; a second one has nothing left to do.
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
