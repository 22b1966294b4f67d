-- Events and their deliveries, written in the transaction that changes the state.

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
  deleted_at timestamptz(3)
);
create index webhook_endpoint_service_env on webhook_endpoint (service_env_id, created_at, id) where deleted_at is null;

create table event (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  type text not null,
  transaction_id uuid references transaction,
  -- The payload's `data` as JSON text, sealed: it names a person.
  data_sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  constraint event_once unique (transaction_id, type)
);

create table webhook_delivery (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  event_id uuid not null references event,
  endpoint_id uuid not null references webhook_endpoint,
  status text not null default 'pending' check (status in ('pending', 'failed', 'delivered', 'abandoned')),
  -- Attempts begun, never more than six.
  attempts int not null default 0 check (attempts between 0 and 6),
  -- Payload and signature, made once and sealed: every attempt sends the same bytes.
  body_sealed bytea not null,
  next_attempt_at timestamptz(3),
  last_http_status int,
  last_error text,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  constraint webhook_delivery_once unique (event_id, endpoint_id)
);
create index webhook_delivery_list on webhook_delivery (service_env_id, created_at desc, id desc);
create index webhook_delivery_waiting on webhook_delivery (endpoint_id) where status in ('pending', 'failed');

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
  finished_at timestamptz(3)
);
create unique index webhook_attempt_one_at_a_time on webhook_attempt (delivery_id) where finished_at is null;
create index webhook_attempt_delivery on webhook_attempt (delivery_id, number);
