import Type from 'typebox'
import { bookRules } from '#domain/ledger-proofs/proof.ts'
import {
  differenceKinds,
  orderKinds,
  statementStatuses,
} from '#domain/reconciliation/reconciliation.ts'
import {
  amount,
  currencyCode,
  kind,
  type NamedSchema,
  oneOf,
  orNull,
  shape,
  staffMember,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
  wholeNumber,
} from './parts.ts'

/** What statements, differences and proofs of the books look like at the staff desk. */

const named = shape({ id: uuid, name: text })
const day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: 'Jour, UTC+1.' })

export const reconciliation: NamedSchema = {
  name: 'Reconciliation',
  schema: shape({
    id: uuid,
    object: kind('reconciliation'),
    provider: text,
    service_env_id: orNull(uuid),
    service: orNull(named),
    kinds: Type.Array(oneOf(...orderKinds)),
    from: day,
    to: day,
    state: Type.Unsafe<string>({
      type: 'string',
      enum: ['matching', 'searching', 'done'],
      description: 'Lignes rapprochées, puis opérations absentes cherchées, puis terminé.',
    }),
    lines_total: wholeNumber,
    lines_done: wholeNumber,
    lines_agreed: wholeNumber,
    orders_done: wholeNumber,
    differences: shape({
      total: wholeNumber,
      open: wholeNumber,
      ...Object.fromEntries(differenceKinds.map((each) => [each, wholeNumber])),
    }),
    imported_by: named,
    created_at: time,
    completed_at: timeOrNull,
    run_url: text,
  }),
}

export const difference: NamedSchema = {
  name: 'Difference',
  schema: shape({
    id: uuid,
    object: kind('difference'),
    reconciliation_id: uuid,
    provider: text,
    kind: oneOf(...differenceKinds),
    order_kind: oneOf(...orderKinds),
    ours: orNull(
      shape({
        merchant: named,
        service: named,
        service_env_id: uuid,
        transaction_id: uuid,
        refund_id: orNull(uuid),
        reference: text,
        amount,
        currency: currencyCode,
        status: text,
      }),
    ),
    theirs: orNull(
      shape({
        line: wholeNumber,
        operator_reference: textOrNull,
        reference: textOrNull,
        amount,
        currency: currencyCode,
        status: oneOf(...statementStatuses),
        at: time,
      }),
    ),
    state: oneOf('open', 'closed'),
    closed: orNull(
      shape({ at: time, by: staffMember, reason: textOrNull, found_in: orNull(uuid) }),
    ),
    created_at: time,
    age_seconds: wholeNumber,
  }),
}

const brokenRule = shape({
  rule: oneOf(...Object.keys(bookRules)),
  label: text,
  subject: text,
  expected: orNull(amount),
  found: orNull(amount),
  currency: orNull(currencyCode),
})

export const ledgerProof: NamedSchema = {
  name: 'LedgerProof',
  schema: shape({
    id: uuid,
    object: kind('ledger_proof'),
    state: oneOf('running', 'holds', 'differs'),
    ordered_by: staffMember,
    checked: shape({
      movements: wholeNumber,
      accounts: wholeNumber,
      transactions: wholeNumber,
      refunds: wholeNumber,
    }),
    differences: wholeNumber,
    first_differences: Type.Array(brokenRule),
    created_at: time,
    completed_at: timeOrNull,
    run_url: textOrNull,
  }),
}
