import type { MerchantId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Named } from './owner-columns.ts'

/** What waits in a queue for one merchant at one bank or operator, in one mode and one currency. */
export interface MoneySum {
  readonly merchant: Named
  readonly provider: string
  readonly mode: Mode
  readonly count: number
  readonly amount: Money
}

/** Narrows a queue to one bank or operator, to one merchant, or to both. */
export interface MoneyFilter {
  /** The code of a bank or an operator. */
  readonly provider?: string | undefined
  readonly merchantId?: MerchantId | undefined
}

/** The sums that a filter keeps. */
export function sumsWithin(
  sums: readonly MoneySum[],
  { provider, merchantId }: MoneyFilter,
): readonly MoneySum[] {
  return sums.filter(
    (sum) =>
      (provider === undefined || sum.provider === provider) &&
      (merchantId === undefined || sum.merchant.id === merchantId),
  )
}

/** How many cases these are, and their amount in each mode and currency. */
export function totalOf(sums: readonly MoneySum[]): {
  readonly count: number
  readonly amounts: readonly Pick<MoneySum, 'mode' | 'amount'>[]
} {
  const totals = new Map<string, Pick<MoneySum, 'mode' | 'amount'>>()
  for (const { mode, amount } of sums) {
    const key = `${mode} ${amount.currency}`
    const minor = amount.minor + (totals.get(key)?.amount.minor ?? 0n)
    totals.set(key, { mode, amount: { ...amount, minor } })
  }
  return {
    count: sums.reduce((count, sum) => count + sum.count, 0),
    amounts: [...totals.values()].toSorted((one, other) => (one.mode < other.mode ? -1 : 1)),
  }
}
