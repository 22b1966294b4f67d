-- What the service charges, and what floating currencies are worth.

-- What the service charges; the closest rule wins: terminal, then channel, then service, then platform.
create table fee_rule (
  id uuid primary key,
  level text not null check (level in ('platform', 'service', 'channel', 'terminal')),
  type text not null default 'collection' check (type in ('collection', 'payout')),
  service_env_id uuid references service_env,
  channel text,
  terminal_id uuid references terminal,
  provider text,
  kind text not null check (kind in ('percentage', 'fixed')),
  value numeric(12, 4) not null check (value >= 0),
  payer text not null default 'customer' check (payer in ('customer', 'merchant')),
  created_at timestamptz(3) not null default now(),
  check ((level = 'platform') = (service_env_id is null)),
  check ((level = 'channel') = (channel is not null)),
  check ((level = 'terminal') = (terminal_id is not null))
);

-- Dated rates of floating currencies; fixed parities are in the code, they are law.
create table exchange_rate (
  id uuid primary key,
  currency text not null,
  xof_per_unit numeric(20, 10) not null check (xof_per_unit > 0),
  source text not null,
  at timestamptz(3) not null,
  -- Null: brought along by an installation.
  entered_by uuid,
  realm text not null generated always as ('staff') stored,
  unique (currency, at),
  constraint exchange_rate_by_staff
    foreign key (entered_by, realm) references person (id, realm),
  constraint exchange_rate_source check (length(source) between 1 and 120)
);
create index exchange_rate_list on exchange_rate (at desc, id desc);

-- What was priced with a rate was: a wrong one is followed by a right one, never changed.
create function exchange_rate_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a rate that was entered stays' using errcode = 'integrity_constraint_violation';
end $$;
create trigger exchange_rate_stays before update or delete on exchange_rate
  for each row execute function exchange_rate_stays();
create trigger exchange_rate_is_not_emptied before truncate on exchange_rate
  for each statement execute function exchange_rate_stays();

-- What the platform charges where nothing else was agreed.
insert into fee_rule (id, level, kind, value, payer)
  values ('00000000-0000-4000-8000-000000000001', 'platform', 'percentage', 2, 'customer');

-- A rate that moves much is entered by two people: what the first one entered waits here for the second.
create table exchange_rate_entry (
  id uuid primary key,
  currency text not null,
  xof_per_unit numeric(20, 10) not null check (xof_per_unit > 0),
  -- From when it is to hold; null: from when the second one enters it.
  at timestamptz(3),
  entered_by uuid not null,
  realm text not null generated always as ('staff') stored,
  entered_at timestamptz(3) not null default now(),
  constraint exchange_rate_entry_by_staff foreign key (entered_by, realm) references person (id, realm)
);
create index exchange_rate_entry_waiting on exchange_rate_entry (currency, entered_at);

-- How old the latest rate of a currency may be for that currency to be offered.
create table exchange_rate_age (
  -- A currency, or `default`: all that have no line of their own.
  currency text primary key check (currency ~ '^([A-Z]{3}|default)$'),
  hours int not null check (hours between 1 and 87600)
);
insert into exchange_rate_age (currency, hours) values ('default', 168);
