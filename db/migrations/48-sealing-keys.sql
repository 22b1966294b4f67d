-- The master keys that open what is in this database, by the name that each sealed value begins with. A process that lacks one of
-- them does not start: half way through a rotation neither key may be left out.
-- Serves code from 38-vacuum.
create table sealing_key (
  -- Version and id of the key, as the first bytes of a sealed value, in hexadecimal digits.
  name text primary key check (name ~ '^[0-9a-f]{10}$')
);
