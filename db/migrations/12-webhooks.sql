-- Webhooks: events and their deliveries, written in the transaction that changes the state, and attempts that people request.

create table webhook_endpoint (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  url text not null,
  label text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  all_events boolean not null,
  events text[] not null,
  secret_sealed bytea not null,
  secret_last4 text not null check (length(secret_last4) = 4),
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Bodies are sealed under one version of the secret. A body of an older version is resealed before it is sent again.
  secret_version int not null default 1 check (secret_version > 0),
  -- The secret that takes over at `next_secret_at`. Until then both sign, and the present one seals.
  next_secret_sealed bytea,
  next_secret_last4 text check (length(next_secret_last4) = 4),
  next_secret_at timestamptz(3),
  constraint webhook_endpoint_next_secret_is_whole check (num_nulls(next_secret_sealed, next_secret_last4, next_secret_at) in (0, 3))
);
create index webhook_endpoint_next_secret on webhook_endpoint (next_secret_at) where next_secret_at is not null;
create index webhook_endpoint_service_env on webhook_endpoint (service_env_id, created_at, id) where deleted_at is null;

-- A transaction, or a refund of it, has at most one of each type: nothing is announced twice. A test event is about neither.
create table event (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  type text not null,
  transaction_id uuid references transaction,
  -- The payload's `data` as JSON text. Sealed, because it names a person.
  data_sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  -- A payment may have several refunds, each with events of its own.
  refund_id uuid references refund,
  subject_id uuid generated always as (coalesce(refund_id, transaction_id)) stored,
  is_test boolean not null default false,
  -- The transaction that wrote it. In this order, no event ever appears before one that was already listed.
  recorded_in xid8 not null default pg_current_xact_id(),
  constraint event_once unique (subject_id, type),
  constraint event_test_has_no_transaction check (is_test = (transaction_id is null))
);
-- The events of a payment's refunds, of which there are few; its own are found by event_once.
create index event_of_refund on event (transaction_id) where refund_id is not null;
create index event_list on event (service_env_id, recorded_in, id);
create index event_test on event (service_env_id, created_at) where is_test;

-- One event on its way to one endpoint.
create table webhook_delivery (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  event_id uuid not null references event,
  endpoint_id uuid not null references webhook_endpoint,
  status text not null default 'pending' check (status in ('pending', 'failed', 'delivered', 'abandoned')),
  -- Attempts started, six at most.
  attempts int not null default 0 check (attempts between 0 and 6),
  -- Payload and signature, made once and sealed, so that every attempt sends the same bytes. Kept while it may be sent again,
  -- which a delivered one never is.
  body_sealed bytea,
  next_attempt_at timestamptz(3),
  last_http_status int,
  last_error text,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  secret_version int not null default 1 check (secret_version > 0),
  -- An attempt that somebody requested and no run has started yet: `next` is the next one, after which the schedule continues;
  -- `extra` is for an abandoned delivery, which stays abandoned if it fails.
  asked_attempt text check (asked_attempt in ('next', 'extra')),
  -- True while it waits in line, without a run, because its endpoint already gets as many sends at once as it may
  -- (docs/webhooks.md#one-slow-receiver).
  is_in_line boolean not null default false,
  constraint webhook_delivery_body check (body_sealed is not null or status = 'delivered'),
  constraint webhook_delivery_once unique (event_id, endpoint_id),
  constraint webhook_delivery_asked_is_pending
    check (asked_attempt is null or status = 'pending')
);
create index webhook_delivery_list on webhook_delivery (service_env_id, created_at desc, id desc);
create index webhook_delivery_waiting on webhook_delivery (endpoint_id) where status in ('pending', 'failed');
create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_missed on webhook_delivery (service_env_id, created_at, id)
  where status in ('failed', 'abandoned');
create index webhook_delivery_line on webhook_delivery (endpoint_id, id) where is_in_line and status = 'pending';
-- Deliveries on their way to their first attempt.
create index webhook_delivery_on_its_way on webhook_delivery (endpoint_id)
  where status = 'pending' and not is_in_line and attempts <= 1 and asked_attempt is null;

-- The endpoints with deliveries in line. It jumps from one endpoint to the next, however long their lines are.
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

-- The table of moves of deliveries (docs/states.md): what was delivered is never sent again.
create function webhook_delivery_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'failed'), ('failed', 'pending'), ('pending', 'delivered'), ('abandoned', 'delivered'),
    ('pending', 'abandoned'), ('failed', 'abandoned'), ('abandoned', 'pending')
  ) then
    raise exception 'delivery % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger webhook_delivery_moves_as_allowed before update of status on webhook_delivery
  for each row execute function webhook_delivery_moves_as_allowed();

-- Recorded before the network is touched, and completed after it.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_delivery,
  number int not null check (number between 1 and 6),
  url text not null,
  http_status int,
  error text,
  response_extract text check (length(response_extract) <= 500),
  duration_ms int,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  is_extra boolean not null default false
);
create unique index webhook_attempt_one_at_a_time on webhook_attempt (delivery_id) where finished_at is null;
create index webhook_attempt_delivery on webhook_attempt (delivery_id, number);

-- Undoes an attempt whose body could not be read and that was therefore never sent; the delivery is as before. Only an open
-- attempt can be undone: the roles that serve have no other way to delete one.
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

-- Everything missed since a given time, sent again by a run that keeps its progress here.
create table webhook_replay (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  -- Null: all endpoints.
  endpoint_id uuid references webhook_endpoint,
  since timestamptz(3) not null,
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  total int not null check (total >= 0),
  -- How many it has queued, and the last one it has looked at.
  queued int not null default 0 check (queued >= 0),
  reached_at timestamptz(3),
  reached_id uuid,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint webhook_replay_ended_is_dated check ((status = 'running') = (ended_at is null))
);
-- The table of moves of replays (docs/states.md).
create function webhook_replay_moves_as_allowed() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (('running', 'done'), ('running', 'stopped')) then
    raise exception 'replay % is already %', old.id, old.status using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger webhook_replay_moves_as_allowed before update of status on webhook_replay
  for each row execute function webhook_replay_moves_as_allowed();

create unique index webhook_replay_one_at_a_time on webhook_replay (service_env_id) where status = 'running';
create index webhook_replay_list on webhook_replay (service_env_id, created_at desc);

-- Each attempt that a person requested, one by one or through a replay; limited to ten an hour for a delivery.
create table webhook_retry (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_delivery,
  replay_id uuid references webhook_replay,
  asked_at timestamptz(3) not null default now()
);
create index webhook_retry_delivery on webhook_retry (delivery_id, asked_at);
create unique index webhook_retry_replay on webhook_retry (replay_id, delivery_id) where replay_id is not null;

-- Locks sends to the endpoint until the end of the transaction and returns how many are open, including one that the holder of
-- the lock before has just begun. A send whose end was never recorded counts for p_lease.
create function webhook_send_turn(p_endpoint uuid, p_lease interval) returns int language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('webhook-sends/' || p_endpoint, 0));
  return (
    with open as materialized (
      select a.delivery_id from webhook_attempt a where a.finished_at is null and a.started_at > now() - p_lease
    )
    select count(*) from open join webhook_delivery d on d.id = open.delivery_id where d.endpoint_id = p_endpoint
  );
end $$;
