-- An invitation that nobody has answered holds no address: each merchant may have one, and whoever answers one has an account.
-- One index says both: an account, an owner or a member of staff holds the address alone; anybody else once per merchant. It
-- is made under another name first, so that an address is never without one.
-- Serves code from 38-vacuum.
-- Outside a transaction.
drop index concurrently if exists person_email_meanwhile;
create unique index concurrently person_email_meanwhile on person (realm, email, (case
  when realm = 'staff' or role = 'owner' or password_hash is not null then '00000000-0000-0000-0000-000000000000'::uuid
  else merchant_id end));
alter table person drop constraint if exists person_email_once;
drop index concurrently if exists person_email_once;
create unique index concurrently person_email_once on person (realm, email, (case
  when realm = 'staff' or role = 'owner' or password_hash is not null then '00000000-0000-0000-0000-000000000000'::uuid
  else merchant_id end));
drop index concurrently person_email_meanwhile;
