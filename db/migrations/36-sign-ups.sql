-- Merchants that sign up by themselves, and the live mode that staff opens for them
-- (docs/people-and-roles.md#merchants-that-sign-up).

-- A request for an account until its address is confirmed; nothing else is created before. Several may be open for one address:
-- each mail contains a code of its own.
create table sign_up (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- All null if the address has an account already: a mail says so, and the row only counts for limits.
  business_name text check (length(business_name) between 1 and 120 and business_name ~ '\S'),
  person_name text check (length(person_name) between 1 and 120),
  -- E.164 without the plus.
  phone text check (phone ~ '^[0-9]{8,15}$'),
  -- Keyed digest of the code and the address; removed when it is used.
  digest bytea unique check (length(digest) = 32),
  -- Keyed digest of the network it came from, for limits.
  origin_digest bytea not null check (length(origin_digest) = 32),
  -- The mail with the code.
  mail_id uuid unique references mail,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  constraint sign_up_is_whole check (num_nulls(business_name, person_name, phone) in (0, 3)),
  constraint sign_up_code check (digest is null or (business_name is not null and confirmed_at is null)),
  constraint sign_up_is_short check (expires_at > created_at and expires_at <= created_at + interval '1 day')
);
create index sign_up_of_address on sign_up (email, created_at);
create index sign_up_from on sign_up (origin_digest, created_at);
create index sign_up_age on sign_up (created_at);

-- Requests to open a live mode, with the merchant's legal identity at the time of the request.
create table live_opening (
  id uuid primary key,
  service_env_id uuid not null references service_env,
  tax_number text not null check (tax_number ~ '^[0-9]{13}$'),
  trade_register text not null check (length(trade_register) between 1 and 60),
  address text not null check (length(address) between 1 and 200),
  asked_by uuid not null references person,
  asked_at timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  -- Why it was refused, as the merchant reads it.
  reason text check (length(reason) between 1 and 500),
  decided_by uuid,
  decided_at timestamptz(3),
  realm text not null generated always as ('staff') stored,
  constraint live_opening_end check ((state = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint live_opening_reason check ((state = 'refused') = (reason is not null)),
  constraint live_opening_by_staff foreign key (decided_by, realm) references person (id, realm)
);
create index live_opening_list on live_opening (asked_at, id);
create index live_opening_of on live_opening (service_env_id, asked_at desc);
create unique index live_opening_waits_once on live_opening (service_env_id) where state = 'waiting';

create function live_opening_stays_what_it_is() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'waiting'
      and to_jsonb(new) - '{state,reason,decided_by,decided_at,realm}'::text[]
        = to_jsonb(old) - '{state,reason,decided_by,decided_at,realm}'::text[] then
    return new;
  end if;
  raise exception 'an opening is decided once, and stays as it was requested' using errcode = 'integrity_constraint_violation';
end $$;
create trigger live_opening_stays_what_it_is before update or delete on live_opening
  for each row execute function live_opening_stays_what_it_is();
