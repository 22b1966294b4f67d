import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'
import { named, ownership } from './staff-queues.ts'

const kind = part.oneOf('percentage', 'fixed')
const payer = part.oneOf('customer', 'merchant')

const terms = {
  collection_kind: kind,
  collection_value: part.amount,
  collection_payer: payer,
  payout_kind: kind,
  payout_value: part.amount,
  exchange_fee_percent: part.amount,
  exchange_fee_payer: payer,
  exchange_margin_percent: part.amount,
  exchange_margin_payer: payer,
  availability_delay_hours: part.wholeNumber,
}

/** The agreed terms of a service in one mode. */
export const agreedTerms: NamedSchema = {
  name: 'AgreedTerms',
  schema: part.shape({ object: part.kind('terms'), service_env_id: part.uuid, ...terms }),
}

/** A requested change of terms. */
export const termsChange: NamedSchema = {
  name: 'TermsChange',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('terms_change'),
    ...ownership,
    ...terms,
    reason: part.text,
    state: part.oneOf('waiting', 'done', 'refused', 'withdrawn'),
    asked_by: part.orNull(named),
    asked_at: part.time,
    decided_by: part.orNull(named),
    decided_at: part.timeOrNull,
  }),
}
