-- Messages to people who log in, by e-mail, SMS or WhatsApp. A row is the message; its text is made when it is sent, from this
-- row and from `person`.

create table mail (
  id uuid primary key,
  -- Null for somebody who signs up and has no account yet.
  person_id uuid references person,
  kind text not null constraint mail_kind check (kind in
    ('invitation', 'reset', 'password', 'people_act', 'notification', 'sign_up', 'account_exists')),
  channel text not null default 'email' constraint mail_channel check (channel in ('email', 'sms', 'whatsapp')),
  -- The language of the page it was requested on, used if the reader's own is not known.
  language text constraint mail_language check (language in ('fr', 'en')),
  -- What the text tells: an act, and the ids of who did it and to whom. Nothing secret.
  details jsonb not null default '{}',
  -- The code it contains, sealed; removed when the message ends.
  code_sealed bytea,
  created_at timestamptz(3) not null default now(),
  -- It is not sent after this.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- `sent`, `refused` for good by the mail server, or too `late`.
  outcome text check (outcome in ('sent', 'refused', 'late')),
  constraint mail_end check ((ended_at is null) = (outcome is null)),
  constraint mail_has_reader check ((person_id is null) = (kind = 'sign_up')),
  constraint mail_code check (code_sealed is null
    or (ended_at is null and kind in ('invitation', 'reset', 'password', 'sign_up'))),
  constraint mail_code_by_email check (channel = 'email' or kind = 'notification')
);
create index mail_of_person on mail (person_id, id);
create index mail_open on mail (created_at) where ended_at is null;
create index mail_ended on mail (ended_at) where ended_at is not null;

create function mail_is_over() returns trigger language plpgsql as $$
begin
  raise exception 'mail % has ended', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger mail_is_over before update on mail for each row when (old.ended_at is not null)
  execute function mail_is_over();
