-- A link in sandbox may lead back to a shop on its developer's own machine, without TLS. Which mode a link has is known
-- to the code that writes it.
-- Serves code from 46-command-line-actor.
alter table payment_link
  drop constraint payment_link_redirect_url_check,
  add constraint payment_link_redirect_url_check
    check (redirect_url ~ '^(https://|http://(localhost|127\.0\.0\.1)([:/?#]|$))') not valid,
  drop constraint payment_link_cancel_url_check,
  add constraint payment_link_cancel_url_check
    check (cancel_url ~ '^(https://|http://(localhost|127\.0\.0\.1)([:/?#]|$))') not valid;
