-- Every link leads back by https, or to its developer's own machine (55-local-returns).
-- Serves code from 46-command-line-actor.
alter table payment_link validate constraint payment_link_redirect_url_check;
alter table payment_link validate constraint payment_link_cancel_url_check;
