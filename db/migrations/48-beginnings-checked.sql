-- Every mail is of a kind that is known (47-beginnings).
-- Serves code from 46-command-line-actor.
alter table mail validate constraint mail_kind;
alter table mail validate constraint mail_code;
