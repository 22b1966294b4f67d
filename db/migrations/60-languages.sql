-- The language in which people of merchants are written to (docs/pages.md#languages). Null until they have chosen one or come
-- to the portal: they are written to in French.
-- Serves code from 59-vacuum.
alter table person
  add column language text,
  add constraint person_language check (language in ('fr', 'en')) not valid;

-- Of the page that a mail was asked for on: counts where its reader's own is not known.
alter table mail
  add column language text,
  add constraint mail_language check (language in ('fr', 'en')) not valid;
