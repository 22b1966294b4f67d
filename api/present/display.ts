import type { Display, DisplayRate } from '#domain/display.ts'
import { toNumber } from '#domain/money.ts'
import { isoTime } from '#domain/text.ts'
import type { Reader } from './reader.ts'

/** The display block (spec: Display block); the net is not for answers given without a key. */
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

/** The rate of a display block. */
export function presentRate(rate: DisplayRate) {
  return {
    value: Number(rate.value),
    per_unit: Number(rate.perUnit),
    at: rate.at && isoTime(rate.at),
    source: rate.source,
  }
}
