/** Why money moved; one movement of a kind at most for a transaction, or a refund of it, so a repeat books nothing. */
export type MovementKind =
  | 'collection_settled'
  | 'late_outcome_booked'
  | 'payout_reserved'
  | 'payout_returned'
  | 'payout_settled'
  | 'opening_balance'
  | 'funds_made_available'
  | 'funds_withheld'
  | 'refund_reserved'
  | 'refund_returned'
  | 'refund_paid'
  | 'closing_contradicted'
