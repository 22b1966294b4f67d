-- Rotation of the master key. Values sealed from now on name their key and their row, and code of before opens none of them:
-- its processes end before those of this version begin.

-- What digests and signatures are made with, sealed: it stays when the master key changes.
create table digest_key (
  id int primary key default 1 check (id = 1),
  key_sealed bytea not null
);

-- A number is sealed anew under another key and stays the same number: its digest may not change.
drop trigger authorized_account_stays_what_it_is on authorized_account;
create trigger authorized_account_stays_what_it_is before update of id, service_env_id, type, provider, holder_name, phone,
    country, account_digest, account_masked
  on authorized_account for each row execute function authorized_account_stays_what_it_is();
