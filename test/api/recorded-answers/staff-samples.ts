import type { Place } from '#test/route-table/place.ts'
import { staffSamples } from '#test/route-table/staff-samples.ts'
import type { Sample } from '#test/route-table/table.ts'
import { password } from '#test/support/people.ts'
import { eventually } from '#test/support/call.ts'
import { look } from '#test/support/staff.ts'
import { installRate } from '#test/support/tariffs.ts'

let moments = 0

/** A moment of the past for which nobody has entered a rate; the same in every run. */
function moment(): string {
  moments += 1
  return new Date(Date.UTC(2025, 0, 1) + moments * 60_000).toISOString()
}

/** In place of samples whose answers would be told otherwise in another run. */
export const ownSamples: Readonly<Record<string, (place: Place) => Promise<Sample> | Sample>> = {
  'POST /staff/api/exchange-rates': async ({ service }) => {
    await installRate(service.database, 'USD', '565.25')
    return { body: { currency: 'USD', rate: '565.25', source: 'BCEAO', at: moment(), password } }
  },
  'POST /staff/api/exchange-rates/import': async ({ service }) => {
    await installRate(service.database, 'USD', '565.25')
    return { body: { csv: `currency,rate,source,at\nUSD,565.25,BCEAO,${moment()}\n`, password } }
  },
  'GET /staff/api/reconciliations/{id}': (place) => followed(place, 'reconciliations'),
  'POST /staff/api/ledger-proofs': whenNothingIsProven,
  'GET /staff/api/ledger-proofs/{id}': (place) => followed(place, 'ledger-proofs'),
}

/** A proof that is asked for while another runs is that other one. */
async function whenNothingIsProven({ service, desk }: Place): Promise<Sample> {
  await eventually(async () => {
    const { text } = await look(service, desk, '/ledger-proofs?limit=5')
    return !text.includes('"state":"running"')
  })
  return { body: {} }
}

/** What waits at the desk, each of another merchant: lists have something to show. */
export async function fillDesk(place: Place): Promise<void> {
  for (const route of fillers) {
    const make = ownSamples[route] ?? staffSamples[route]
    if (make === undefined) throw new Error(`${route} has no sample`)
    await make(place)
  }
}

const fillers = [
  'GET /staff/api/bank-transfers/{id}',
  'POST /staff/api/bank-transfers/{id}/reject',
  'POST /staff/api/bank-transfers/{id}/approve',
  'GET /staff/api/refunds/{id}',
  'POST /staff/api/refunds/{id}/approve',
  'POST /staff/api/refunds/{id}/close',
  'POST /staff/api/notices/{id}/acknowledge',
  'POST /staff/api/notices/{id}/look-again',
  'POST /staff/api/payout-suspensions/{id}/lift',
  'GET /staff/api/authorized-accounts/{id}/number',
  'POST /staff/api/authorized-accounts/{id}/verify',
  'POST /staff/api/funds-rules/{id}/end',
  'GET /staff/api/terms-changes/{id}',
  'POST /staff/api/funds/{id}/confirm',
  'POST /staff/api/funds/{id}/release',
  'POST /staff/api/late-outcomes/{id}/refund',
  'POST /staff/api/contradictions/{id}/approve',
  'GET /staff/api/transactions/{id}',
  'GET /staff/api/merchants/{id}',
  'POST /staff/api/operators/{provider}/open',
  'GET /staff/api/reconciliations/{id}',
  'POST /staff/api/differences/{id}/close',
  'POST /staff/api/differences/{id}/close',
  'GET /staff/api/ledger-proofs/{id}',
]

/** What a run of ours works on, at its end. */
async function followed(place: Place, list: string): Promise<Sample> {
  const sample = await staffSamples[`GET /staff/api/${list}/{id}`]?.(place)
  const id = sample?.params?.['id']
  if (sample === undefined || id === undefined) throw new Error(`${list} have no sample`)
  await eventually(async () => {
    const { json } = await look(place.service, place.desk, `/${list}/${id}`)
    return !underWay.includes(json.data.state)
  })
  return sample
}

const underWay: readonly unknown[] = ['matching', 'searching', 'running']
