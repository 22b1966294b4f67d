-- Merchants and their services in each mode: the scope of everything else.

create table merchant (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

-- How the staff finds what somebody asks about.
create index merchant_list on merchant (created_at desc, id desc);

create table service (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  name text not null,
  public_name text not null,
  -- Currency in which payers and the portal see amounts (docs/money-and-ledger.md#display). The account stays in XOF.
  currency text not null default 'XOF',
  -- What receipts show of the merchant.
  address text,
  phone text,
  email text,
  created_at timestamptz(3) not null default now(),
  constraint service_public_name_is_shown
    check (length(public_name) between 1 and 120 and public_name ~ '\S')
);
create index service_merchant on service (merchant_id);

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
  -- How long the net of a paid collection is kept before it is available; null makes it available at once.
  availability_delay interval
    constraint service_env_availability_delay check (availability_delay > interval '0' and availability_delay <= interval '90 days'),
  -- Who pays the fees of collections, whatever the tariff says; null: as agreed in the tariff.
  fee_payer text check (fee_payer in ('customer', 'merchant')),
  unique (service_id, mode)
);

create table service_logo (
  service_id uuid primary key references service,
  -- Part of its address: another picture has another one.
  digest text not null check (digest = encode(sha256(content), 'hex')),
  type text not null,
  width int not null check (width between 16 and 1024),
  height int not null check (height between 16 and 1024),
  content bytea not null check (octet_length(content) between 1 and 204800),
  changed_at timestamptz(3) not null default now(),
  constraint service_logo_is_what_it_says check (
    type = 'png' and substr(content, 1, 8) = '\x89504e470d0a1a0a'
    or type = 'jpeg' and substr(content, 1, 3) = '\xffd8ff')
);
create index service_logo_by_digest on service_logo (digest);

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
