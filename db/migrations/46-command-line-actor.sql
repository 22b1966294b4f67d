-- What is done from a command line has its line in the audit log too: nobody of the staff does it, but who runs the service.
-- Serves code from 36-merchant-identity.
alter table staff_audit
  alter column staff_member_id drop not null,
  -- The command, as `npm run` knows it.
  add column command text check (command ~ '^[a-z-]{1,40}$'),
  add constraint staff_audit_has_actor check ((staff_member_id is null) <> (command is null)) not valid;
alter table staff_audit validate constraint staff_audit_has_actor;
