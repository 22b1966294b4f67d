-- Webhooks in the hands of merchants: renewed secrets, test events, attempts that people ask for, replays.

-- A body is sealed under one secret of its webhook. One of an older secret is sealed anew before it is sent again.
alter table webhook_endpoint add column secret_version int not null default 1 check (secret_version > 0);
alter table webhook_delivery add column secret_version int not null default 1 check (secret_version > 0);

alter table event add column is_test boolean not null default false;
alter table event add constraint event_test_has_no_transaction check (is_test = (transaction_id is null));
create index event_test on event (service_env_id, created_at) where is_test;

-- An attempt at once, which somebody asked for and no run has begun: the next one, after which the schedule goes on, or
-- an extra one of a delivery that was abandoned, which a failure leaves abandoned.
alter table webhook_delivery add column asked_attempt text check (asked_attempt in ('next', 'extra'));
alter table webhook_delivery add constraint webhook_delivery_asked_is_pending
  check (asked_attempt is null or status = 'pending');
alter table webhook_attempt add column is_extra boolean not null default false;
create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_missed on webhook_delivery (service_env_id, created_at, id)
  where status in ('failed', 'abandoned');

-- All that was missed since a time, sent once more by a run that keeps its progress here.
create table webhook_replay (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  -- Null: of all webhooks.
  endpoint_id uuid references webhook_endpoint,
  since timestamptz(3) not null,
  status text not null default 'running' check (status in ('running', 'done', 'stopped')),
  total int not null check (total >= 0),
  -- How many it has put in the queue, and the last one it has looked at.
  queued int not null default 0 check (queued >= 0),
  reached_at timestamptz(3),
  reached_id uuid,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint webhook_replay_ended_is_dated check ((status = 'running') = (ended_at is null))
);
create unique index webhook_replay_one_at_a_time on webhook_replay (service_env_id) where status = 'running';
create index webhook_replay_list on webhook_replay (service_env_id, created_at desc);

-- Each attempt that a person asked for, one by one or by a replay: ten an hour for a delivery.
create table webhook_retry (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references webhook_delivery,
  replay_id uuid references webhook_replay,
  asked_at timestamptz(3) not null default now()
);
create index webhook_retry_delivery on webhook_retry (delivery_id, asked_at);
create unique index webhook_retry_replay on webhook_retry (replay_id, delivery_id) where replay_id is not null;

-- True for a signal that may find no run: it starts one.
alter table outbox add column starts_run boolean not null default false;
