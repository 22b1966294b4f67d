-- Lines join the chains of the logs by the triggers alone. The function that adds one runs with its owner's rights, and everybody
-- could call it: links for lines that nobody wrote, and with the number of the next line no act could be logged, and so none done.
-- Serves code from 38-vacuum.
alter function log_line_is_chained() security definer;
alter function log_line_is_chained() set search_path = public, pg_temp;
revoke execute on function log_chain_add(text, jsonb, text), log_line_is_chained() from public;
