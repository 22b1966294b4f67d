-- Merchants, their services in each mode, and who may call.

create table merchant (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create table service (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  name text not null,
  public_name text not null,
  -- Currency in which payers and the portal see amounts (spec: display block). The account stays in XOF.
  currency text not null default 'XOF',
  -- What receipts show of the merchant.
  logo_url text,
  address text,
  phone text,
  email text,
  created_at timestamptz(3) not null default now()
);

-- A service in one mode: the scope of every row below. Live and sandbox never meet.
create table service_env (
  id uuid primary key,
  service_id uuid not null references service,
  mode text not null check (mode in ('live', 'sandbox')),
  exchange_fee_percent numeric(7, 4) not null default 0 check (exchange_fee_percent >= 0),
  exchange_fee_payer text not null default 'customer' check (exchange_fee_payer in ('customer', 'merchant')),
  exchange_margin_percent numeric(7, 4) not null default 0 check (exchange_margin_percent >= 0),
  exchange_margin_payer text not null default 'customer' check (exchange_margin_payer in ('customer', 'merchant')),
  created_at timestamptz(3) not null default now(),
  unique (service_id, mode)
);

create table collaborator (
  id uuid primary key,
  service_id uuid not null references service,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create table point_of_sale (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create table terminal (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  point_of_sale_id uuid references point_of_sale,
  type text not null check (type in ('pos', 'shop')),
  label text not null,
  created_at timestamptz(3) not null default now()
);

-- Keys are kept as digests only: a stolen table opens nothing.
create table api_key (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  kind text not null check (kind in ('secret', 'public', 'terminal', 'session')),
  channel text not null check (channel in ('api', 'widget', 'pos', 'shop')),
  digest bytea not null unique check (length(digest) = 32),
  last4 text not null check (length(last4) = 4),
  terminal_id uuid references terminal,
  collaborator_id uuid references collaborator,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check (kind not in ('terminal', 'session') or terminal_id is not null),
  check (kind <> 'session' or expires_at <= created_at + interval '8 hours')
);
create index api_key_service_env on api_key (service_env_id);

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
  unique (currency, at)
);

-- What the platform charges where nothing else was agreed.
insert into fee_rule (id, level, kind, value, payer)
  values ('00000000-0000-4000-8000-000000000001', 'platform', 'percentage', 2, 'customer');
