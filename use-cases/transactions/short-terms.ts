import { subtract, zero } from '#domain/money/money.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { ShortFeeRule, ShownFeeRule, TransactionRecord } from '#domain/transactions/record.ts'
import { freeze, type Frozen, thaw } from '#db/types/frozen.ts'

/** The amounts of a payment, which have their own columns. */
type Amounts = Pick<TransactionRecord, 'price' | 'amountCharged' | 'net'>

/** The display block as its row stores it: only the parts that do not follow from the row's amounts. */
export function shortDisplay(display: Display, amounts: Amounts): string {
  const plain = plainDisplay(amounts)
  const differing = Object.entries(display).filter(
    ([part, value]) => freeze(value) !== freeze(plain[part as keyof Display]),
  )
  return freeze(Object.fromEntries(differing))
}

/** The display block of a row; one that was kept whole is the same. */
export function wholeDisplay(kept: Frozen<Partial<Display>>, amounts: Amounts): Display {
  return { ...plainDisplay(amounts), ...thaw(kept) }
}

/** The tariff as the row keeps it: without what it leaves open. */
export function shortRule(rule: ShownFeeRule): string {
  return freeze(Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null)))
}

/** The tariff of a row; one that was kept whole is the same. */
export function wholeRule(kept: Frozen<ShortFeeRule>): ShownFeeRule {
  return { channel: null, terminal: null, ...thaw(kept) }
}

/**
 * The display block that follows from the amounts alone. Never change it: rows that store nothing else depend on it for as
 * long as there are payments.
 */
function plainDisplay({ price, amountCharged, net }: Amounts): Display {
  const { currency } = amountCharged
  const isOne = price.currency === currency
  return {
    currency,
    amount: price,
    fees: isOne ? subtract(amountCharged, price) : zero(currency),
    amountCharged,
    net,
    exchangeFee: zero(currency),
    feesUnderMinimum: false,
    rate: { value: '1', perUnit: '1', at: null, source: 'origin' },
  }
}
