-- API processes remember for a second whom a key stands for, and forget it as soon as a key is changed (docs/api.md#keys).
-- Serves code from 36-merchant-identity.

create function api_key_is_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'api_key');
  return null;
end $$;
create trigger api_key_is_changed after update or delete on api_key
  for each statement execute function api_key_is_changed();
