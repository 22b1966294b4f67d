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
