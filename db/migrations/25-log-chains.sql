-- Proof that nobody changed the audit log or the activity log: each line is chained to the one before.

-- The end of each chain. Whoever adds a line waits for this row, at the commit.
create table log_chain_head (
  log text primary key check (log in ('staff_audit', 'activity_log')),
  number bigint not null default 0,
  hash bytea not null default sha256('')
);
insert into log_chain_head (log) values ('staff_audit'), ('activity_log');

-- A line has two links: one when it is written, one when it gets its outcome.
create table log_chain (
  log text not null references log_chain_head,
  number bigint not null,
  line_id bigint not null,
  part text not null check (part in ('line', 'end')),
  hash bytea not null check (length(hash) = 32),
  primary key (log, number),
  constraint log_chain_once unique (log, line_id, part)
);

-- What a link vouches for. Null columns are left out, so that adding a column changes no earlier hash.
create function log_chain_text(p_line jsonb, p_part text) returns text language sql immutable as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}')::text
  from jsonb_each(p_line) e
  where e.value <> 'null' and case p_part
    when 'line' then e.key not in ('outcome', 'ended_at')
    else e.key in ('id', 'outcome', 'ended_at') end
$$;
create function log_chain_hash(p_before bytea, p_number bigint, p_part text, p_text text) returns bytea language sql immutable as $$
  select sha256(p_before || convert_to(p_number || ' ' || p_part || ' ' || p_text, 'UTF8'))
$$;

-- Runs with its owner's rights: the roles that serve add lines, and never touch the chain (docs/deploying.md#roles).
create function log_chain_add(p_log text, p_line jsonb, p_part text) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  v_head log_chain_head;
begin
  select * into strict v_head from log_chain_head where log = p_log for update;
  v_head.number := v_head.number + 1;
  v_head.hash := log_chain_hash(v_head.hash, v_head.number, p_part, log_chain_text(p_line, p_part));
  insert into log_chain values (p_log, v_head.number, (p_line ->> 'id')::bigint, p_part, v_head.hash);
  update log_chain_head set number = v_head.number, hash = v_head.hash where log = p_log;
end $$;

-- Times of a line are hashed as text, so their zone is fixed.
create function log_line_is_chained() returns trigger language plpgsql set timezone to 'UTC' as $$
begin
  if tg_op = 'INSERT' then
    perform log_chain_add(tg_table_name, to_jsonb(new), 'line');
  end if;
  if new.outcome is not null then
    perform log_chain_add(tg_table_name, to_jsonb(new), 'end');
  end if;
  return null;
end $$;
-- At the commit, when all else is done: whoever waits for the end of the chain holds up nothing but other lines.
create constraint trigger staff_audit_is_chained after insert or update on staff_audit
  deferrable initially deferred for each row execute function log_line_is_chained();
create constraint trigger activity_log_is_chained after insert or update on activity_log
  deferrable initially deferred for each row execute function log_line_is_chained();

create function log_chain_stays() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger log_chain_stays before update or delete or truncate on log_chain
  for each statement execute function log_chain_stays();
