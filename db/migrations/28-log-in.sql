-- Passkeys, and codes to choose a new password.

-- Passkeys (WebAuthn): keys on a person's device, in place of a one-time code or of the whole log-in.

create table passkey (
  id uuid primary key,
  person_id uuid not null references person,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- In COSE format. Not a secret: it only verifies.
  public_key bytea not null check (length(public_key) between 1 and 2048),
  -- How often the device says that it has signed; 0 for devices that do not count.
  sign_count bigint not null check (sign_count >= 0),
  -- How a browser reaches the device: internal, usb, …
  transports text not null default '' check (length(transports) <= 100),
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_of_person on passkey (person_id, created_at, id);

create function passkey_stays_what_it_is() returns trigger language plpgsql as $$
begin
  raise exception 'what identifies passkey % is fixed', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger passkey_stays_what_it_is before update of id, person_id, credential_id, public_key, created_at on passkey
  for each row execute function passkey_stays_what_it_is();

-- A challenge is signed by us and not stored. Once it is answered, its random part is, so that it is answered only once.
create table passkey_answer (
  nonce bytea primary key check (length(nonce) = 16),
  at timestamptz(3) not null default now()
);
create index passkey_answer_age on passkey_answer (at);

-- Mailed codes to choose a new password. Several may be open, because a request by somebody else must not cancel one's own
-- code. The digest covers the password to be replaced: after any change of password, the code is void.
create table password_reset (
  id uuid primary key,
  person_id uuid not null references person,
  digest bytea not null unique check (length(digest) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  constraint password_reset_is_short check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
);
create index password_reset_of_person on password_reset (person_id, created_at);
create index password_reset_age on password_reset (created_at);
