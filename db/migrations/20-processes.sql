-- What processes tell each other.

-- Workflows to start and signals to send, announced by the transaction that makes them due.
-- A row leaves when Temporal has taken it: what stands here is what is still owed.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id uuid not null,
  -- Null to start the workflow; else the signal to send to it.
  signal text,
  search_attributes jsonb not null default '{}',
  -- One line for the run's page in the Temporal UI; nothing personal.
  summary text not null default '',
  tries int not null default 0,
  due_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  -- True for a signal that may find no run: it starts one.
  starts_run boolean not null default false,
  -- The trace of who announced it, as W3C's `traceparent`; null while tracing is off.
  traceparent text
);
create index outbox_due on outbox (due_at);
create index outbox_subject on outbox (subject_id);

-- Keys that encrypt what Temporal keeps, by name and digest, so that no process starts with others.
create table codec_key (
  name text primary key,
  digest bytea not null,
  -- Since when it is the one that encrypts; null for one that only opens so far.
  encrypts_since timestamptz(3)
);

-- Which installation these books are of: the namespace of Temporal carries the same, so that no process works for the runs of
-- other books. A copy that is restored is the same installation.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

-- Who waits for a change, so that a commit notifies other processes only when somebody listens. Lost in a crash, harmlessly.
create unlogged table waiting (
  subject_id uuid not null,
  process_id uuid not null,
  until timestamptz(3) not null,
  primary key (subject_id, process_id)
);

-- Request counters shared by all API processes (rate-limiter-flexible). Lost in a crash, harmlessly.
create unlogged table request_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
