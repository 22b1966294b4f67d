-- Serves code from 38-vacuum.
alter table notification validate constraint notification_kind;
