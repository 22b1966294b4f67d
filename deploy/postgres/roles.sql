-- Three roles with no more rights than each needs (docs/deploying.md#roles). Run in the database of the service, as a user who may
-- create roles: psql -f deploy/postgres/roles.sql payments; then give each a password: \password payments_serve (roles.sh does both).
-- May be run again, such as after a change of the settings below. What each may do with tables is granted by `npm run migrate`.
do $$
declare
  one text;
begin
  foreach one in array array['payments_migrate', 'payments_serve', 'payments_read'] loop
    if not exists (select from pg_roles where rolname = one) then
      execute format('create role %I login', one);
    end if;
  end loop;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to payments_migrate, payments_serve, payments_read', current_database());
  execute format('grant create on database %I to payments_migrate', current_database());
end $$;

revoke create on schema public from public;
grant usage, create on schema public to payments_migrate;
grant usage on schema public to payments_serve, payments_read;

-- The parameters that a process would set at the start of a session, for connections through a pooler
-- (docs/deploying.md#pgbouncer): hanging statements, locks that are not granted and idle transactions end by themselves.
alter role payments_serve set statement_timeout = '5s';
alter role payments_serve set lock_timeout = '2s';
alter role payments_serve set idle_in_transaction_session_timeout = '5s';
alter role payments_serve set synchronous_commit = 'on';
alter role payments_serve set timezone = 'UTC';
alter role payments_migrate set timezone = 'UTC';
-- People who only read must not hold up anybody.
alter role payments_read set timezone = 'UTC';
alter role payments_read set statement_timeout = '60s';
alter role payments_read set idle_in_transaction_session_timeout = '60s';
alter role payments_read set default_transaction_read_only = 'on';
