-- What the merchant's people do in the portal: codes of their own, and short addresses of links.

-- Null for a code that the merchant's people made in the portal.
alter table checkout alter column api_key_id drop not null;

-- The short address of a link, `/p/<word>`: chosen once and for good, for it is on paper; no other link ever gets it.
create table payment_link_word (
  word text primary key check (word ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(word) between 3 and 40),
  payment_link_id uuid not null unique references payment_link,
  created_at timestamptz(3) not null default now()
);
