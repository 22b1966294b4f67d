-- The sandbox's operator, acquirer and bank, which stand for external companies. Nothing else uses these tables.

create schema sandbox_operator;

-- What the sandbox operator remembers of a request.
create table sandbox_operator.request (
  id uuid primary key,
  scenario text not null,
  amount bigint not null,
  currency text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'expired')),
  failure_code text,
  -- How often it was asked under this id. Asked again, it answers as before and debits nobody twice.
  asked int not null default 1,
  -- Null until the request is taken; then the time from which its outcome is known.
  decides_at timestamptz(3),
  -- When the payer's time runs out.
  closes_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);

-- What the sandbox's acquirer and bank know of a card or a mandate, without its number.
create table sandbox_operator.authorisation (
  token text primary key,
  request_id uuid not null unique,
  scenario text not null,
  amount bigint not null,
  currency text not null,
  card_last4 text,
  -- The page where the payer is asked to confirm; null if nobody is asked.
  page_id uuid unique,
  answer text check (answer in ('accepted', 'refused')),
  -- When the payer's time runs out.
  closes_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint authorisation_answer_needs_page check (answer is null or page_id is not null)
);

create function sandbox_operator.authorisation_keeps_its_answer() returns trigger language plpgsql as $$
begin
  if old.answer is not null and new.answer is distinct from old.answer then
    raise exception 'the payer has answered' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger authorisation_keeps_its_answer before update of answer on sandbox_operator.authorisation
  for each row execute function sandbox_operator.authorisation_keeps_its_answer();
