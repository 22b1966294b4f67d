-- Notifications to merchants' people: in the portal, by e-mail, SMS or WhatsApp (docs/notifications.md).

create table notification (
  id uuid primary key,
  -- Who reads it: everybody at a service who may know, or one person.
  service_env_id uuid references service_env,
  person_id uuid references person,
  kind text not null constraint notification_kind check (kind in ('payments_received', 'payouts_done', 'payouts_failed',
    'standing_order_refused', 'operator_down', 'webhook_failing', 'new_log_in', 'monthly_statement', 'live_answer')),
  -- What it is about; it is sent once for each.
  about text not null check (length(about) between 1 and 120),
  -- Counts, sums and names of ours; nothing of a payer.
  details jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  constraint notification_once unique nulls not distinct (service_env_id, person_id, kind, about),
  constraint notification_has_readers check (num_nonnulls(service_env_id, person_id) = 1)
);
create index notification_of_service on notification (service_env_id, id desc) where service_env_id is not null;
create index notification_of_person on notification (person_id, id desc) where person_id is not null;
create index notification_old on notification (created_at);

-- What a person chose to be told, and how; without a row, the defaults.
create table notification_choice (
  person_id uuid primary key references person,
  -- The channels besides the portal, by kind: {"payouts_failed": ["email", "sms"]}.
  channels jsonb not null,
  -- E.164 without the plus.
  phone text check (phone ~ '^[0-9]{8,15}$')
);

-- Up to when a person has read the notifications of a service.
create table notification_read (
  person_id uuid not null references person,
  service_env_id uuid not null references service_env,
  until timestamptz(3) not null,
  primary key (person_id, service_env_id)
);

-- How far a service's events have been processed.
create table notification_place (
  service_env_id uuid primary key references service_env,
  recorded_in xid8 not null,
  event_id uuid not null
);

-- What has come together since the last notification: the first is sent at once, the rest once an hour.
create table notification_digest (
  service_env_id uuid not null references service_env,
  kind text not null check (kind in ('payments_received', 'payouts_done', 'payouts_failed')),
  count int not null default 0,
  amount bigint not null default 0,
  since timestamptz(3) not null default now(),
  -- The transaction, if it is only one.
  transaction_id uuid references transaction,
  told_at timestamptz(3),
  primary key (service_env_id, kind)
);
