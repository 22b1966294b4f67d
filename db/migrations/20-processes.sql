-- What processes share: the outbox, the keys of Temporal's payloads, who waits for a change, request counters.

-- Workflows to start and signals to send, written in the transaction that makes them due. A row is deleted once Temporal has
-- accepted it: what is in here is still to be handed over.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id uuid not null,
  -- Null: start the workflow. Otherwise the signal to send to it.
  signal text,
  search_attributes jsonb not null default '{}',
  -- One line for the run's page in the Temporal UI; nothing personal.
  summary text not null default '',
  tries int not null default 0,
  due_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  -- True for a signal that starts a run if there is none.
  starts_run boolean not null default false,
  -- The trace of whoever wrote the row, as W3C `traceparent`; null while tracing is off.
  traceparent text
);
create index outbox_due on outbox (due_at);
create index outbox_subject on outbox (subject_id);

-- Keys that encrypt what Temporal stores, by name and digest, so that no process starts with others.
create table codec_key (
  name text primary key,
  digest bytea not null,
  -- Since when this key encrypts; null if it only decrypts so far.
  encrypts_since timestamptz(3)
);

-- Who waits for a change: a commit notifies other processes only if somebody listens. Unlogged: it may be lost in a crash.
create unlogged table waiting (
  subject_id uuid not null,
  process_id uuid not null,
  until timestamptz(3) not null,
  primary key (subject_id, process_id)
);

-- Request counters shared by all API processes (rate-limiter-flexible). Unlogged: they may be lost in a crash.
create unlogged table request_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
