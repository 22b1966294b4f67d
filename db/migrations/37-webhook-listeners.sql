-- Developers' machines that `payments listen` passes sandbox events on to, and what they report (docs/webhooks.md#listeners).
-- No address, body or answer: only what became of each event.
create table webhook_listener (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  -- The developer's name for it; whoever listens again under the same label continues as the same listener.
  label text not null check (length(label) between 1 and 255),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  constraint webhook_listener_once unique (service_env_id, label)
);
create index webhook_listener_seen on webhook_listener (last_seen_at);

-- One row for each event. A soft reference: events are deleted on their own schedule, and only shown while they exist.
create table webhook_listener_result (
  listener_id uuid not null references webhook_listener,
  event_id uuid not null,
  -- The answer to the last try, or why there was none.
  http_status int check (http_status between 100 and 599),
  error text check (error in ('connection_failed', 'timeout')),
  duration_ms int not null check (duration_ms >= 0),
  tries int not null check (tries > 0),
  -- By the clock of the developer's machine: tells which of two results of an event is the later one.
  forwarded_at timestamptz(3) not null,
  -- By our clock, when the event was first reported: the order of the list.
  recorded_at timestamptz(3) not null default now(),
  primary key (listener_id, event_id),
  constraint webhook_listener_result_answered_or_not check (num_nonnulls(http_status, error) = 1)
);
create index webhook_listener_result_list on webhook_listener_result (listener_id, recorded_at desc, event_id desc);
create index webhook_listener_result_old on webhook_listener_result (recorded_at);
