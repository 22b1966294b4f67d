/**
 * Why money moved. A transaction, or a refund of it, has at most one movement of each kind, so a repeat posts nothing.
 */
export type MovementKind =
  | 'collection_settled'
  | 'late_outcome_booked'
  | 'payout_reserved'
  | 'payout_returned'
  | 'payout_settled'
  | 'opening_balance'
  | 'funds_made_available'
  | 'funds_held'
  | 'funds_released'
  | 'funds_withheld'
  | 'refund_reserved'
  | 'refund_returned'
  | 'refund_paid'
  | 'closing_contradicted'
  | 'contradiction_settled'
