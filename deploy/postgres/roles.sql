-- Three roles with no more rights than each needs (docs/deploying.md#roles). Run once in the database of the service, by who may
-- make roles: psql -f deploy/postgres/roles.sql payments; then give each a password: \password payments_serve
-- What each may do with tables is granted by `npm run migrate`, after each migration.
create role payments_migrate login;
create role payments_serve login;
create role payments_read login;

do $$
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to payments_migrate, payments_serve, payments_read', current_database());
  execute format('grant create on database %I to payments_migrate', current_database());
end $$;

revoke create on schema public from public;
grant usage, create on schema public to payments_migrate;
grant usage on schema public to payments_serve, payments_read;
