import { password } from './people.ts'

/** A supervisor's request for new terms, as the staff API accepts it. */
export const termsSheet = {
  collection_kind: 'percentage',
  collection_value: '1.9',
  collection_payer: 'merchant',
  payout_kind: 'fixed',
  payout_value: '150',
  exchange_fee_percent: '0.5',
  exchange_fee_payer: 'customer',
  exchange_margin_percent: '2',
  exchange_margin_payer: 'merchant',
  availability_delay_hours: 48,
  reason: 'Contrat',
  password,
} as const
