-- Merchants, their services, and each service in a mode: the scope of all other data.

create table merchant (
  id uuid primary key,
  name text not null,
  created_at timestamptz(3) not null default now(),
  -- True if the owner lets people make ordinary changes for ten minutes after entering their password
  -- (docs/people-and-roles.md#trusted-for-ten-minutes).
  trusts_writes boolean not null default false
);

-- The staff's list of merchants, newest first.
create index merchant_list on merchant (created_at desc, id desc);

create table service (
  id uuid primary key,
  merchant_id uuid not null references merchant,
  name text not null,
  public_name text not null,
  -- The currency in which payers and the portal see amounts (docs/money-and-ledger.md#display). The account stays in XOF.
  currency text not null default 'XOF',
  -- The merchant's contact details, as receipts show them.
  address text constraint service_address_is_short check (length(address) between 1 and 200),
  phone text,
  email text constraint service_email_is_short check (length(email) between 3 and 254),
  -- The merchant's legal identity, as receipts show it: IFU (tax number) and RCCM (trade register number).
  tax_number text constraint service_tax_number_is_shaped check (tax_number ~ '^[0-9]{13}$'),
  trade_register text constraint service_trade_register_is_short check (length(trade_register) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  -- When the owner hid the list of first steps; null while it is shown.
  first_steps_put_away_at timestamptz(3),
  constraint service_public_name_is_shown
    check (length(public_name) between 1 and 120 and public_name ~ '\S')
);
create index service_merchant on service (merchant_id);

-- An environment: a service in one mode, the scope of every row below. Live and sandbox never mix.
create table service_env (
  id uuid primary key,
  service_id uuid not null references service,
  mode text not null check (mode in ('live', 'sandbox')),
  exchange_fee_percent numeric(7, 4) not null default 0 check (exchange_fee_percent >= 0),
  exchange_fee_payer text not null default 'customer' check (exchange_fee_payer in ('customer', 'merchant')),
  exchange_margin_percent numeric(7, 4) not null default 0 check (exchange_margin_percent >= 0),
  exchange_margin_payer text not null default 'customer' check (exchange_margin_payer in ('customer', 'merchant')),
  created_at timestamptz(3) not null default now(),
  -- How long the net of a successful collection stays pending before it is available; null: available at once.
  availability_delay interval
    constraint service_env_availability_delay check (availability_delay > interval '0' and availability_delay <= interval '90 days'),
  -- Who pays the fees of collections, whatever the tariff says; null: as the tariff says.
  fee_payer text check (fee_payer in ('customer', 'merchant')),
  -- False for the live mode of a merchant that signed up by itself, until staff opens it.
  is_open boolean not null default true,
  unique (service_id, mode)
);

create function service_env_stays_open() returns trigger language plpgsql as $$
begin
  raise exception 'a mode that was opened stays open' using errcode = 'integrity_constraint_violation';
end $$;
create trigger service_env_stays_open before update of is_open on service_env
  for each row when (old.is_open and not new.is_open) execute function service_env_stays_open();

-- A picture of the merchant that we store and serve ourselves.
create table service_logo (
  service_id uuid primary key references service,
  -- Part of the picture's address: a new picture has a new address.
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

-- Cashiers. The portal role of the same name is in `person`.
create table collaborator (
  id uuid primary key,
  service_id uuid not null references service,
  name text not null,
  created_at timestamptz(3) not null default now()
);

-- Places where a merchant takes payments in person.
create table point_of_sale (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  name text not null,
  created_at timestamptz(3) not null default now()
);
