-- The key of keyed digests and signatures, sealed. It stays the same when the master key changes.
create table digest_key (
  id int primary key default 1 check (id = 1),
  key_sealed bytea not null
);
