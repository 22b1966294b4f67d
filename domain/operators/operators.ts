import type { CurrencyCode } from '#domain/money/currency.ts'
import { money, type Money } from '#domain/money/money.ts'
import { belongsToCountry, type CountryCode, type Phone } from '#domain/phone/phone.ts'
import type { PaymentMethodType } from '#domain/transactions/transaction.ts'

export type OperatorCode = 'mtn-benin' | 'moov-benin' | 'card-sandbox' | 'direct-debit-sandbox'

/** How a payer is debited. */
export type CollectionMethod = Extract<PaymentMethodType, 'mobile_money' | 'card' | 'direct_debit'>

/**
 * Moves a payer's money: a Mobile Money operator, a card acquirer, a bank for direct debits. Limits are in its
 * currency and are defaults that a setting may replace. `network` is null if it differs by payment. `phone` is the
 * expected national number, null if there is none; its `prefixes` are those under which its numbers were issued
 * (numbers may be ported), and empty if any number of the country will do.
 */
export type Operator = {
  readonly code: OperatorCode
  readonly name: string
  readonly type: CollectionMethod
  readonly network: string | null
  readonly country: CountryCode
  readonly currency: CurrencyCode
  readonly minAmount: Money
  readonly maxAmount: Money
  readonly phone: {
    readonly length: number
    readonly prefixLength: number
    readonly prefixes: readonly string[]
    readonly countryCode: string
  } | null
  readonly approvalInstructions: string
  /** The code that opens the operator's menu, where requests are waiting; null if there is none. */
  readonly menuCode: string | null
}

/** Suffixes of the prefix 01, from the national allocation of number ranges. */
const mtnRanges = '42 46 50 51 52 53 54 56 57 59 61 62 66 67 69 90 91 96 97'
const moovRanges = '45 55 58 60 63 64 65 68 94 95 98 99'

const benin = {
  country: 'BJ',
  currency: 'XOF',
  minAmount: money(100n, 'XOF'),
  maxAmount: money(2_000_000n, 'XOF'),
} as const

/** The operators of collections and Mobile Money payouts; the last two exist in sandbox only. */
export const operators: readonly Operator[] = [
  {
    ...benin,
    type: 'mobile_money',
    code: 'mtn-benin',
    name: 'MTN Mobile Money',
    network: 'mtn',
    phone: beninPhone(mtnRanges),
    approvalInstructions:
      'Validez la demande MTN Mobile Money reçue sur votre téléphone en saisissant votre code secret.',
    menuCode: '*880#',
  },
  {
    ...benin,
    type: 'mobile_money',
    code: 'moov-benin',
    name: 'Moov Money',
    network: 'moov',
    phone: beninPhone(moovRanges),
    approvalInstructions:
      'Validez la demande Moov Money reçue sur votre téléphone en saisissant votre code secret.',
    menuCode: '*855#',
  },
  {
    ...benin,
    type: 'card',
    code: 'card-sandbox',
    name: 'Carte bancaire',
    network: null,
    phone: null,
    approvalInstructions: 'Validez le paiement auprès de votre banque, si elle vous le demande.',
    menuCode: null,
  },
  {
    ...benin,
    type: 'direct_debit',
    code: 'direct-debit-sandbox',
    name: 'Prélèvement bancaire',
    network: null,
    phone: beninPhone(''),
    approvalInstructions: 'Confirmez le mandat de prélèvement auprès de votre banque.',
    menuCode: null,
  },
]

/** Those of Mobile Money, the only ones in live mode. */
export const mobileOperators = operators.filter(({ type }) => type === 'mobile_money')

export type BankCode = 'uba-benin' | 'ecobank-benin' | 'boa-benin'

/** The banks of transfers, which are handled manually (docs/payouts.md#bank-transfers). */
export const banks: readonly { readonly code: BankCode; readonly name: string }[] = [
  { code: 'uba-benin', name: 'UBA Bénin' },
  { code: 'ecobank-benin', name: 'Ecobank Bénin' },
  { code: 'boa-benin', name: 'Bank of Africa Bénin' },
]

/** The operator with this code, if there is one. */
export function operatorOf(code: string): Operator | undefined {
  return operators.find((operator) => operator.code === code)
}

/** True for the code of a bank for transfers. */
export function isBankCode(code: string): code is BankCode {
  return banks.some((bank) => bank.code === code)
}

/** The operator whose range contains the number, for the provider `auto`; undefined if there is none. */
export function detectOperator(phone: Phone): Operator | undefined {
  return operators.find((operator) => {
    if (operator.type !== 'mobile_money' || operator.phone === null) return false
    const { countryCode, prefixLength, prefixes } = operator.phone
    const prefix = phone.phone.slice(countryCode.length, countryCode.length + prefixLength)
    return phone.country === operator.country && prefixes.includes(prefix)
  })
}

/** True if the operator can debit a payer with this number, or without one. */
export function takesNumber({ phone, country }: Operator, number: Phone | undefined): boolean {
  return phone === null || number === undefined || belongsToCountry(number, country)
}

/** True if the price, in the operator's currency and before fees, is within its limits, bounds included. */
export function isWithinLimits(
  base: Money,
  limits: { readonly minAmount: Money; readonly maxAmount: Money },
): boolean {
  return base.minor >= limits.minAmount.minor && base.minor <= limits.maxAmount.minor
}

function beninPhone(ranges: string): Operator['phone'] {
  const prefixes = ranges === '' ? [] : ranges.split(' ').map((range) => `01${range}`)
  return { length: 10, prefixLength: 4, prefixes, countryCode: '229' }
}
