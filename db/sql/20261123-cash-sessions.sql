-- A session may be closed in the portal too, where those of all terminals are listed together.
alter table cash_session
  drop constraint cash_session_closed_by_check,
  add constraint cash_session_closed_by_known check (closed_by in ('secret', 'terminal', 'portal'));
create index cash_session_of_service on cash_session (service_env_id, opened_at desc, id desc);
