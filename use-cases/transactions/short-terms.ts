import { subtract, zero } from '#domain/money/money.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { ShortFeeRule, ShownFeeRule, TransactionRecord } from '#domain/transactions/record.ts'
import { type Frozen, thaw } from '#db/types/frozen.ts'

/** The amounts of a payment, in columns of their own. */
type Amounts = Pick<TransactionRecord, 'price' | 'amountCharged' | 'net'>

/** The display block of a row; one that was kept whole is the same. */
export function wholeDisplay(kept: Frozen<Partial<Display>>, amounts: Amounts): Display {
  return { ...plainDisplay(amounts), ...thaw(kept) }
}

/** The tariff of a row; one that was kept whole is the same. */
export function wholeRule(kept: Frozen<ShortFeeRule>): ShownFeeRule {
  return { channel: null, terminal: null, ...thaw(kept) }
}

/**
 * What amounts say to a payer who reads them as they are. Never changed: rows that keep nothing else are read by it for
 * as long as there are payments.
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
