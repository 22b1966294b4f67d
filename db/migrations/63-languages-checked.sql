-- Every language is one that there is (60-languages).
-- Serves code from 59-vacuum.
alter table person validate constraint person_language;
alter table mail validate constraint mail_language;
