import { regimeOf } from '#domain/money/currency.ts'
import { type ExchangeRate, inverseRateText, rateText } from '#domain/money/exchange.ts'
import { isoTime } from '#domain/text/text.ts'
import { isPayerFacing, type Reader } from '#domain/transactions/reader.ts'

/**
 * The exchange rate object: one `from` is `rate` `to`. `marginPercent` (decimal text) is the service's margin on
 * prices in a floating currency; payers do not see it.
 */
export function presentExchangeRate(rate: ExchangeRate, marginPercent: string, reader: Reader) {
  const carriesMargin = rate.from !== rate.to && regimeOf(rate.from) === 'floating'
  return {
    id: `${rate.from}-${rate.to}`,
    object: 'exchange_rate',
    from: rate.from,
    to: rate.to,
    rate: Number(rateText(rate)),
    inverse_rate: Number(inverseRateText(rate)),
    regime: rate.regime,
    source: rate.source,
    ...(!isPayerFacing(reader) && { margin_percent: carriesMargin ? Number(marginPercent) : 0 }),
    at: rate.at && isoTime(rate.at),
    expires_at: null,
  }
}
