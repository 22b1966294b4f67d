-- Terminals, activated with a one-time code; API keys; and cash sessions, each one cashier's turn at a terminal.

create table terminal (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  point_of_sale_id uuid references point_of_sale,
  type text not null check (type in ('pos', 'shop')),
  label text not null,
  created_at timestamptz(3) not null default now(),
  status text not null default 'active' check (status in ('pending_activation', 'active', 'disabled')),
  -- Keyed digest of the unused activation code; removed when it is used.
  activation_digest bytea unique check (length(activation_digest) = 32),
  activation_expires_at timestamptz(3),
  serial_number text,
  device_type text,
  app_version text,
  last_seen_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  constraint terminal_code_expires check ((activation_digest is null) = (activation_expires_at is null))
);
create index terminal_list on terminal (service_env_id, created_at desc, id desc) where deleted_at is null;

-- Only digests of keys are stored: a stolen table opens nothing.
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
  -- A public key is in web pages anyway: it is no secret, and its owner may look it up.
  public_token text,
  -- What the key may do; `payouts` lets it send the merchant's money.
  scopes text[] not null default '{payments,payouts}' check (scopes <@ '{payments,payouts}'::text[]),
  check (kind not in ('terminal', 'session') or terminal_id is not null),
  check (kind <> 'session' or expires_at <= created_at + interval '8 hours'),
  constraint api_key_only_public_is_kept
    check (public_token is null or kind = 'public' and right(public_token, 4) = last4)
);
create index api_key_service_env on api_key (service_env_id);
create index api_key_terminal on api_key (terminal_id) where terminal_id is not null;

-- API processes cache for a second whom a key belongs to, and clear the cache as soon as a key changes (docs/api.md#keys).
create function api_key_is_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'api_key');
  return null;
end $$;
create trigger api_key_is_changed after update or delete on api_key
  for each statement execute function api_key_is_changed();

-- There is no key to a mode that is not open, even if the code forgets to check.
create function api_key_is_of_open_mode() returns trigger language plpgsql as $$
begin
  if not (select is_open from service_env where id = new.service_env_id) then
    raise exception 'the mode of % is not open', new.service_env_id
      using errcode = 'check_violation', constraint = 'api_key_is_of_open_mode';
  end if;
  return new;
end $$;
create trigger api_key_is_of_open_mode before insert on api_key
  for each row execute function api_key_is_of_open_mode();

-- Amounts are minor units of the account currency. Whether a session has expired follows from `expires_at`.
create table cash_session (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  terminal_id uuid not null references terminal,
  collaborator_id uuid not null references collaborator,
  -- The key whose token the cashier uses: what is sold with it belongs to the session.
  api_key_id uuid not null unique references api_key,
  channel text not null check (channel in ('pos', 'shop')),
  currency text not null default 'XOF',
  opening_float bigint not null check (opening_float >= 0),
  counted_cash bigint check (counted_cash >= 0),
  note text,
  opened_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by text,
  constraint cash_session_at_most_8_hours check (expires_at > opened_at and expires_at <= opened_at + interval '8 hours'),
  constraint cash_session_closed_by_someone check ((closed_at is null) = (closed_by is null)),
  constraint cash_session_counted_at_its_end check (counted_cash is null or closed_at is not null),
  constraint cash_session_closed_by_known check (closed_by in ('secret', 'terminal', 'portal'))
);
create index cash_session_list on cash_session (terminal_id, opened_at desc, id desc);
create index cash_session_of_service on cash_session (service_env_id, opened_at desc, id desc);

-- A closed session never changes: the cash stays as it was counted.
create function cash_session_keeps_its_end() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null then
    raise exception 'cash session % is closed for good', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger cash_session_keeps_its_end before update on cash_session
  for each row execute function cash_session_keeps_its_end();
