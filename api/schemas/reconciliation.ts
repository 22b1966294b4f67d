import Type from 'typebox'
import { bookRules } from '#domain/ledger-proofs/proof.ts'
import {
  differenceKinds,
  orderKinds,
  statementStatuses,
} from '#domain/reconciliation/reconciliation.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** Schemas of statements, differences and ledger proofs in the staff API. */

const named = part.shape({ id: part.uuid, name: part.text })
const day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: 'Jour, UTC+1.' })

export const reconciliation: NamedSchema = {
  name: 'Reconciliation',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('reconciliation'),
    provider: part.text,
    service_env_id: part.orNull(part.uuid),
    service: part.orNull(named),
    kinds: Type.Array(part.oneOf(...orderKinds)),
    from: day,
    to: day,
    state: Type.Unsafe<string>({
      type: 'string',
      enum: ['matching', 'searching', 'done'],
      description: 'Lignes rapprochées, puis opérations absentes cherchées, puis terminé.',
    }),
    lines_total: part.wholeNumber,
    lines_done: part.wholeNumber,
    lines_agreed: part.wholeNumber,
    orders_done: part.wholeNumber,
    differences: part.shape({
      total: part.wholeNumber,
      open: part.wholeNumber,
      ...Object.fromEntries(differenceKinds.map((each) => [each, part.wholeNumber])),
    }),
    imported_by: named,
    created_at: part.time,
    completed_at: part.timeOrNull,
    run_url: part.text,
  }),
}

export const difference: NamedSchema = {
  name: 'Difference',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('difference'),
    reconciliation_id: part.uuid,
    provider: part.text,
    kind: part.oneOf(...differenceKinds),
    order_kind: part.oneOf(...orderKinds),
    ours: part.orNull(
      part.shape({
        merchant: named,
        service: named,
        service_env_id: part.uuid,
        transaction_id: part.uuid,
        refund_id: part.orNull(part.uuid),
        reference: part.text,
        amount: part.amount,
        currency: part.currencyCode,
        status: part.text,
      }),
    ),
    theirs: part.orNull(
      part.shape({
        line: part.wholeNumber,
        operator_reference: part.textOrNull,
        reference: part.textOrNull,
        amount: part.amount,
        currency: part.currencyCode,
        status: part.oneOf(...statementStatuses),
        at: part.time,
      }),
    ),
    state: part.oneOf('open', 'closed'),
    closed: part.orNull(
      part.shape({
        at: part.time,
        by: part.staffMember,
        reason: part.textOrNull,
        found_in: part.orNull(part.uuid),
      }),
    ),
    confirmable: Type.Boolean({
      description:
        'Vrai si la ligne dit que l’argent a bougé et nos livres non\u00A0: deux superviseurs peuvent la confirmer.',
    }),
    confirmations: Type.Array(
      part.shape({
        by: named,
        at: part.time,
        reason: part.text,
        booked: Type.Boolean({ description: 'Vrai de la seconde, qui a compté la ligne.' }),
      }),
    ),
    created_at: part.time,
    age_seconds: part.wholeNumber,
  }),
}

const brokenRule = part.shape({
  rule: part.oneOf(...Object.keys(bookRules)),
  label: part.text,
  subject: part.text,
  expected: part.orNull(part.amount),
  found: part.orNull(part.amount),
  currency: part.orNull(part.currencyCode),
})

export const ledgerProof: NamedSchema = {
  name: 'LedgerProof',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('ledger_proof'),
    state: part.oneOf('running', 'holds', 'differs'),
    ordered_by: part.staffMember,
    checked: part.shape({
      movements: part.wholeNumber,
      accounts: part.wholeNumber,
      transactions: part.wholeNumber,
      refunds: part.wholeNumber,
    }),
    differences: part.wholeNumber,
    first_differences: Type.Array(brokenRule),
    created_at: part.time,
    completed_at: part.timeOrNull,
    run_url: part.textOrNull,
  }),
}
