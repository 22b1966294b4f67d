import Type, { type Static } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { termsMax } from '#domain/pricing/agreed.ts'
import { reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField } from '#use-cases/fields.ts'

const kind = choiceField('invalid_field', ['percentage', 'fixed'])
const payer = choiceField('invalid_field', ['customer', 'merchant'])
/** Decimal text: percent, or XOF. */
const decimal = Type.String({ code: 'invalid_field', pattern: String.raw`^\d{1,6}(\.\d{1,4})?$` })

const termsFields = {
  collection_kind: kind,
  collection_value: decimal,
  collection_payer: payer,
  payout_kind: kind,
  payout_value: decimal,
  exchange_fee_percent: decimal,
  exchange_fee_payer: payer,
  exchange_margin_percent: decimal,
  exchange_margin_payer: payer,
  availability_delay_hours: Type.Integer({
    code: 'invalid_field',
    minimum: 0,
    maximum: termsMax.delayHours,
  }),
}

/** A sheet of terms as requested. */
export const askedTerms = Type.Object({
  ...termsFields,
  reason: reasonField,
  password: secretField,
})
export type AskedTerms = Static<typeof askedTerms>

/**
 * Rules that the schema cannot express: percentages and fixed amounts have different bounds, and XOF has no decimals: of
 * `1,500` a franc and a half would be charged.
 */
export function boundErrors(body: Readonly<Partial<AskedTerms>>): FieldError[] {
  const kinds = [
    ['collection_value', body.collection_kind],
    ['payout_value', body.payout_kind],
    ['exchange_fee_percent', 'percentage'],
    ['exchange_margin_percent', 'percentage'],
  ] as const
  return kinds.flatMap(([field, of]) =>
    isWithin(body[field] ?? '0', of) ? [] : [{ field, code: 'invalid_field' as const }],
  )
}

function isWithin(value: string, of: AskedTerms['payout_kind'] | undefined): boolean {
  if (of !== 'fixed') return Number(value) <= termsMax.percent
  return Number(value) <= termsMax.fixedXof && !value.includes('.')
}

/** The sheet as table columns. */
export interface SheetColumns {
  readonly collectionKind: AskedTerms['collection_kind']
  readonly collectionValue: string
  readonly collectionPayer: AskedTerms['collection_payer']
  readonly payoutKind: AskedTerms['payout_kind']
  readonly payoutValue: string
  readonly exchangeFeePercent: string
  readonly exchangeFeePayer: AskedTerms['exchange_fee_payer']
  readonly exchangeMarginPercent: string
  readonly exchangeMarginPayer: AskedTerms['exchange_margin_payer']
  readonly availabilityDelayHours: number
}

/** Converts the sheet into columns. */
export function columnsOf(terms: Omit<AskedTerms, 'reason' | 'password'>): SheetColumns {
  return {
    collectionKind: terms.collection_kind,
    collectionValue: terms.collection_value,
    collectionPayer: terms.collection_payer,
    payoutKind: terms.payout_kind,
    payoutValue: terms.payout_value,
    exchangeFeePercent: terms.exchange_fee_percent,
    exchangeFeePayer: terms.exchange_fee_payer,
    exchangeMarginPercent: terms.exchange_margin_percent,
    exchangeMarginPayer: terms.exchange_margin_payer,
    availabilityDelayHours: terms.availability_delay_hours,
  }
}
