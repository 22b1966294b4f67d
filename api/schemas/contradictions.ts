import Type from 'typebox'
import { settlementStates } from '#domain/contradictions/contradiction.ts'
import { orderKinds } from '#domain/reconciliation/reconciliation.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'
import { named, ownership } from './staff-queues.ts'

const settlement = part.shape({
  id: part.uuid,
  state: part.oneOf(...settlementStates),
  // What the service bears of it; below zero if it makes good an earlier loss.
  written_off: part.amount,
  reason: part.text,
  asked_by: part.orNull(named),
  asked_at: part.time,
  decided_by: part.orNull(named),
  decided_at: part.timeOrNull,
})

/** A payment, payout or refund of which an operator reported the contrary, and its settlement. */
export const contradiction: NamedSchema = {
  name: 'Contradiction',
  schema: part.shape({
    // Of the payment, payout or refund.
    id: part.uuid,
    object: part.kind('contradiction'),
    ...ownership,
    kind: part.oneOf(...orderKinds),
    transaction_id: part.uuid,
    refund_id: part.orNull(part.uuid),
    reference: part.text,
    provider: part.text,
    // To be recovered from its owner, or owed to them.
    direction: part.oneOf('to_recover', 'owed'),
    // The merchant's balance; for a refund of a late debit what is kept for its payer.
    counterpart: part.oneOf('available', 'to_refund'),
    amount: part.amount,
    currency: part.currencyCode,
    // True if its operator has gone back to what our books say since: what was settled meanwhile is open again.
    is_retracted: part.flag,
    // The least that the service bears of it; below zero if what is owed makes good an earlier loss.
    written_off_min: part.amount,
    state: part.oneOf('open', 'settled'),
    contradicted_at: part.time,
    settlements: Type.Array(settlement),
  }),
}
