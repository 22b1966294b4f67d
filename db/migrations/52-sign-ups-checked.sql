-- Every mail and notification is of a kind that is known, and every mail but that of a sign-up is somebody's (51-sign-ups).
-- Serves code from 46-command-line-actor.
alter table mail validate constraint mail_has_reader;
alter table mail validate constraint mail_kind;
alter table mail validate constraint mail_code;
alter table notification validate constraint notification_kind;
