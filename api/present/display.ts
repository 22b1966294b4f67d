import type { Display, DisplayRate, LinkDisplay } from '#domain/pricing/display.ts'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import type { Reader } from '#domain/transactions/reader.ts'

/** The display block (docs/money-and-ledger.md#display); callers without a key do not see the net. */
export function presentDisplay(display: Display, reader: Reader) {
  return {
    currency: display.currency,
    amount: toNumber(display.amount),
    fees: toNumber(display.fees),
    amount_charged: toNumber(display.amountCharged),
    ...(reader !== 'none' && { net_amount: toNumber(display.net) }),
    exchange_fee: toNumber(display.exchangeFee),
    fees_under_minimum: display.feesUnderMinimum,
    rate: presentRate(display.rate),
  }
}

/** The display block of a link or QR code: without fees, and without an amount if the price is free. */
export function presentLinkDisplay({ currency, amount, converted, rate }: LinkDisplay) {
  return {
    currency,
    amount: amount && toNumber(amount),
    converted,
    rate: presentRate(rate),
  }
}

function presentRate(rate: DisplayRate) {
  return {
    value: Number(rate.value),
    per_unit: Number(rate.perUnit),
    at: rate.at && isoTime(rate.at),
    source: rate.source,
  }
}
