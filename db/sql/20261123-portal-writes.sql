-- A page's form is carried out once at most, however often it is sent: its number stands in the log before it begins.

alter table activity_log add column form_id uuid unique;
alter table staff_audit add column form_id uuid unique;

-- A public key stands in web pages: it is no secret, and its owner may look it up.
alter table api_key add column public_token text;
alter table api_key add constraint api_key_only_public_is_kept
  check (public_token is null or kind = 'public' and right(public_token, 4) = last4);
