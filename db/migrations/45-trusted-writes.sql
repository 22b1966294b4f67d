-- The password once for ten minutes, where the owner of a merchant wants it so (docs/people-and-roles.md#trusted-for-ten-minutes).
-- Serves code from 36-merchant-identity.
alter table merchant add column trusts_writes boolean not null default false;

-- Until when a session is trusted with ordinary writes, and in which role: in another one it is not.
alter table person_session
  add column trusted_until timestamptz(3),
  add column trusted_role text,
  add constraint person_session_trust check ((trusted_until is null) = (trusted_role is null));
