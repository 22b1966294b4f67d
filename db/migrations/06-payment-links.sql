-- Payment links: addresses where anyone can pay without a key. Amounts are minor units of the currency beside them.

create table payment_link (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  -- What the merchant decided. Whether a link is expired, paid or in progress follows from the time and its transactions.
  state text not null default 'active' check (state in ('active', 'inactive', 'cancelled')),
  title text not null check (length(title) between 1 and 120),
  description text check (length(description) <= 1000),
  -- Null if the payer chooses the amount, within the limits if there are any.
  amount bigint check (amount > 0),
  currency text not null,
  min_amount bigint check (min_amount > 0),
  max_amount bigint check (max_amount > 0),
  -- How many payments it takes in total: 1 for a single-use link; null: no limit.
  max_payments int check (max_payments between 1 and 100000),
  expires_at timestamptz(3),
  custom_fields jsonb not null default '[]' check (jsonb_typeof(custom_fields) = 'array'),
  -- In sandbox it may also be on the developer's own machine, without TLS. The code that writes the link knows its mode.
  redirect_url text check (redirect_url ~ '^(https://|http://(localhost|127\.0\.0\.1)([:/?#]|$))'),
  -- Where a payer who does not pay is sent, and the site that may show the page in a frame.
  cancel_url text check (cancel_url ~ '^(https://|http://(localhost|127\.0\.0\.1)([:/?#]|$))'),
  shop_origin text check (shop_origin ~ '^https?://[^/]+$'),
  -- The merchant's own, for example an order number.
  reference text check (length(reference) between 1 and 64),
  is_email_required boolean not null default true,
  success_message text check (length(success_message) <= 500),
  -- Text, not jsonb: the merchant gets it back as it was sent, in the same order.
  metadata text not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint payment_link_of_service unique (id, service_env_id),
  constraint payment_link_limits_are_for_a_free_price check (amount is null or (min_amount is null and max_amount is null)),
  constraint payment_link_limits_in_order check (min_amount <= max_amount)
);
create index payment_link_list on payment_link (service_env_id, created_at desc, id desc);

create function payment_link_keeps_its_terms() returns trigger language plpgsql as $$
begin
  if (new.id, new.service_env_id, new.currency, new.created_at)
      is distinct from (old.id, old.service_env_id, old.currency, old.created_at) then
    raise exception 'what payment link % was created with is fixed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.state = 'cancelled' then
    raise exception 'payment link % is cancelled for good', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payment_link_keeps_its_terms before update on payment_link
  for each row execute function payment_link_keeps_its_terms();

create function payment_link_is_never_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a payment link is never deleted' using errcode = 'integrity_constraint_violation';
end $$;
create trigger payment_link_is_never_deleted before delete or truncate on payment_link
  for each statement execute function payment_link_is_never_deleted();

-- The short address of a link, `/p/<word>`. It is chosen once and never given to another link, because it is printed on paper.
create table payment_link_word (
  word text primary key check (word ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(word) between 3 and 40),
  payment_link_id uuid not null unique references payment_link,
  created_at timestamptz(3) not null default now()
);
