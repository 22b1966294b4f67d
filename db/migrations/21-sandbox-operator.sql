-- What stands for companies outside in sandbox: only it reads and writes here.

-- The memory of the sandbox operator, which stands for a company outside: only it reads and writes here.
create schema sandbox_operator;

create table sandbox_operator.request (
  id uuid primary key,
  scenario text not null,
  amount bigint not null,
  currency text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'expired')),
  failure_code text,
  -- How often it was asked under this id; asked again, it answers as before and debits nobody twice.
  asked int not null default 1,
  -- Null until the request is taken; from then on its outcome is known at this time.
  decides_at timestamptz(3),
  -- When its payer's time is up.
  closes_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);

-- The memory of the sandbox's acquirer and bank: what they know of a card or a mandate, which is not its number.
create table sandbox_operator.authorisation (
  token text primary key,
  request_id uuid not null unique,
  scenario text not null,
  amount bigint not null,
  currency text not null,
  card_last4 text,
  -- Names the page where the payer is asked; null asks nobody.
  page_id uuid unique,
  answer text check (answer in ('accepted', 'refused')),
  -- When the payer's time is up.
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
