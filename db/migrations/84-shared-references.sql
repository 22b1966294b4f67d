-- Whether a transfer may be confirmed under a bank reference that another one has: the person has seen that it does. Null
-- for other acts, and for those of code that compares references before it records the act.
-- Serves code from 74-requests-dated.
alter table transfer_act add column may_share_reference boolean;
