import type { Promised } from '#test/chaos/journal.ts'
import type { Evidence } from '#test/chaos/evidence.ts'
import { spread } from '#test/faults/rounds.ts'
import { checkOf } from './check.ts'

const askedAtOnce = 4
const repeatedMax = 60

/** What clients were told, beside what is. */
export const ofPromises = checkOf({
  'I5 what was accepted is in the books': async (evidence) => {
    const kept = kepts(evidence)
    const known = await evidence.rows<{ id: string }>(
      `select id from transaction where id = any($1::uuid[]) union all
       select id from refund where id = any($1::uuid[]) union all
       select id from checkout where id = any($1::uuid[]) union all
       select id from webhook_delivery where id = any($1::uuid[]) union all
       select id from webhook_replay where id = any($1::uuid[])`,
      kept.map(({ id }) => id),
    )
    const ids = new Set(known.map(({ id }) => id))
    return kept.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
  },
  'I5 what was called back is cancelled': async (evidence) => {
    const cancelled = new Set(['transfer cancelled', 'checkout cancelled'])
    const kept = kepts(evidence).filter(({ kind }) => cancelled.has(kind))
    const found = await evidence.rows<{ id: string }>(
      `select id from transaction where id = any($1::uuid[]) and status <> 'cancelled' union all
       select id from checkout where id = any($1::uuid[]) and status <> 'cancelled'`,
      kept.map(({ id }) => id),
    )
    return found.map(({ id }) => id)
  },
  'I8 a request makes one payment, however often it is sent': async ({ rows, journal }) => {
    const promised = new Set(journal.promised.map(({ id }) => id))
    const found = await rows<{ id: string }>('select id from transaction')
    return found.map(({ id }) => id).filter((id) => !promised.has(id))
  },
  'I8 a request that is sent again is answered by the same bytes': async (evidence) => {
    const payments = paymentsOf(evidence).slice(-repeatedMax)
    const differing = await spread(payments.length, askedAtOnce, async (at) => {
      const { id, payment } = payments[at] ?? none
      const { path, key, body, idempotencyKey } = payment
      const headers = { 'Idempotency-Key': idempotencyKey }
      const isPublic = path.startsWith('/v2/payment-links')
      const again = { method: 'POST', path, body, headers, ...(isPublic ? {} : { key }) }
      const answer = await evidence.counter.ask(again)
      return answer?.text === payment.text ? [] : [id]
    })
    return differing.flat()
  },
  'the API tells of each payment what the books hold': async (evidence) => {
    const payments = paymentsOf(evidence)
    const held = await evidence.rows<{ id: string; status: string }>(
      'select id, status from transaction',
    )
    const statuses = new Map(held.map(({ id, status }) => [id, status]))
    const differing = await spread(payments.length, askedAtOnce, async (at) => {
      const { id, payment } = payments[at] ?? none
      const answer = await evidence.counter.ask({
        path: `/v2/transactions/${id}`,
        key: payment.key,
      })
      return answer?.json.data?.status === statuses.get(id) ? [] : [id]
    })
    return differing.flat()
  },
})

const none = { id: '', payment: { key: '', path: '', body: {}, text: '', idempotencyKey: '' } }

/** But for what a restored backup took back. */
function kepts({ journal }: Evidence): Promised[] {
  return journal.promised.filter(({ at }) => !journal.isLost(at))
}

function paymentsOf(evidence: Evidence) {
  return kepts(evidence).flatMap(({ id, payment }) => (payment ? [{ id, payment }] : []))
}
