import { accountCurrency } from '#domain/money/currency.ts'
import { add, type Money, zero } from '#domain/money/money.ts'
import type { DaySales } from '#use-cases/day-sales/read.ts'

type Counted = Pick<DaySales, 'count' | 'amount' | 'pendingCount'>

/** Counts and sums in XOF, exact; what was charged in another currency is counted alone. */
export function totalsOf(sales: readonly Counted[]): Counted {
  const sum = (name: 'count' | 'pendingCount') =>
    sales.reduce((total, each) => total + each[name], 0)
  const amount = sales
    .map((each) => each.amount)
    .filter(({ currency }) => currency === accountCurrency)
    .reduce<Money>((total, each) => add(total, each), zero(accountCurrency))
  return { count: sum('count'), pendingCount: sum('pendingCount'), amount }
}

/** The same by operator, in the order of their names. */
export function byMethod(sales: readonly DaySales[]) {
  const providers = [...new Set(sales.map(({ provider }) => provider))].toSorted()
  return providers.map((provider) => ({
    provider,
    ...totalsOf(sales.filter((each) => each.provider === provider)),
  }))
}

/** The same by point of sale and cashier, as they are listed. */
export function byCashier(sales: readonly DaySales[]) {
  const keyOf = ({ pointOfSale, cashier }: DaySales) => `${pointOfSale?.id} ${cashier?.id}`
  return [...Map.groupBy(sales, keyOf)].map(([key, [first, ...rest]]) => ({
    key,
    pointOfSale: first?.pointOfSale ?? null,
    cashier: first?.cashier ?? null,
    ...totalsOf(first === undefined ? rest : [first, ...rest]),
  }))
}
