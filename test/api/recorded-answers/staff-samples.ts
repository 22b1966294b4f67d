import type { Place } from '#test/route-table/place.ts'
import type { Sample } from '#test/route-table/table.ts'

let moments = 0

/** A moment of the past for which nobody has entered a rate; the same in every run. */
function moment(): string {
  moments += 1
  return new Date(Date.UTC(2025, 0, 1) + moments * 60_000).toISOString()
}

/** In place of samples whose answers would be told otherwise in another run. */
export const ownSamples: Readonly<Record<string, (place: Place) => Promise<Sample> | Sample>> = {
  'POST /staff/api/exchange-rates': () => ({
    body: { currency: 'USD', rate: '565.25', source: 'BCEAO', at: moment() },
  }),
  'POST /staff/api/exchange-rates/import': () => ({
    body: { csv: `currency,rate,source,at\nUSD,565.25,BCEAO,${moment()}\n` },
  }),
}
