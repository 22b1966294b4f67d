-- What digests and signatures are made with, sealed: it stays when the master key changes.
create table digest_key (
  id int primary key default 1 check (id = 1),
  key_sealed bytea not null
);
