-- Merchants' people are notified of what the staff decided about an authorized account (docs/notifications.md).
-- Serves code from 38-vacuum.
alter table notification drop constraint notification_kind;
alter table notification add constraint notification_kind check (kind in ('payments_received', 'payouts_done', 'payouts_failed',
  'standing_order_refused', 'account_answer', 'operator_down', 'webhook_failing', 'new_log_in', 'monthly_statement', 'live_answer')) not valid;
