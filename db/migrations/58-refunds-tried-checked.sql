-- Every refund that was approved was approved by the staff, or in sandbox (57-refunds-tried).
-- Serves code from 56-local-returns-checked.
alter table refund validate constraint refund_paid_after_approval;
