-- A password that its person forgot, and the first steps of a service (docs/people-and-roles.md#a-forgotten-password).
-- Serves code from 46-command-line-actor.

-- Codes by mail with which somebody chooses another password. Several may wait: whoever asks for one for somebody else ends none
-- of theirs. A digest holds the password that is to be replaced as well: with any other it opens nothing.
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

-- Each list is longer by one kind: no row that was right is wrong.
alter table mail
  drop constraint mail_kind,
  add constraint mail_kind check (kind in ('invitation', 'reset', 'password', 'people_act', 'notification')) not valid,
  drop constraint mail_code,
  add constraint mail_code
    check (code_sealed is null or (ended_at is null and kind in ('invitation', 'reset', 'password'))) not valid;

-- Since when the owner wants to see the list of first steps no more.
alter table service add column first_steps_put_away_at timestamptz(3);
