import type { Letter } from '#test/faults/mailbox.ts'
import type { Evidence } from '#test/chaos/evidence.ts'
import { checkOf, idsBy } from './check.ts'

/** What merchants' servers got, beside what the books say that they got. */
export const ofReceivers = checkOf({
  'I6 every event has one delivery to each endpoint that wants it': idsBy(`
    select e.id from event e join webhook_endpoint w on w.service_env_id = e.service_env_id
      and w.all_events and w.status = 'enabled' and w.created_at <= e.created_at
      left join webhook_delivery d on d.event_id = e.id and d.endpoint_id = w.id
    where not e.is_test group by e.id, w.id having count(d.id) <> 1`),
  'I6 every delivery is delivered once its receiver is well again': idsBy(
    `select id from webhook_delivery where status <> 'delivered'`,
  ),
  'I6 what counts as delivered was seen by its receiver': async (evidence) => {
    const seen = new Set(lettersOf(evidence).map(({ deliveryId }) => deliveryId))
    const delivered = await evidence.rows<{ id: string }>(
      `select id from webhook_delivery where status = 'delivered'`,
    )
    return delivered.map(({ id }) => id).filter((id) => !seen.has(id))
  },
  'I6 what a receiver was told is the end that the books hold': async (evidence) => {
    const ended = await evidence.rows<{ id: string; status: string }>(
      'select id, status from transaction union all select id, status from refund',
    )
    const statuses = new Map(ended.map(({ id, status }) => [id, status]))
    return keptLetters(evidence)
      .filter(({ event, transactionId }) => {
        const allowed = endsTold[event]
        return allowed !== undefined && !allowed.includes(statuses.get(transactionId) ?? 'unknown')
      })
      .map(({ transactionId }) => transactionId)
  },
  'I7 a receiver sees no attempt that the books do not hold, and none twice': async (evidence) => {
    const attempts = await evidence.rows<{ id: string; number: number; times: number }>(
      `select delivery_id as id, number, count(*)::int as times from webhook_attempt group by 1, 2`,
    )
    const held = new Map(attempts.map(({ id, number, times }) => [`${id} ${number}`, times]))
    const seen = new Map<string, number>()
    for (const { deliveryId, attempt } of keptLetters(evidence)) {
      const key = `${deliveryId} ${attempt}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    return [...seen].filter(([key, times]) => times > (held.get(key) ?? 0)).map(([key]) => key)
  },
  'I7 all attempts of a delivery bring the same bytes': (evidence) => {
    const bytes = new Map<string, string>()
    const differing = keptLetters(evidence).filter(({ deliveryId, body, signature, event }) => {
      const all = [body, signature, event].join(' ')
      const first = bytes.get(deliveryId) ?? all
      bytes.set(deliveryId, first)
      return first !== all
    })
    return Promise.resolve(differing.map(({ deliveryId }) => deliveryId))
  },
})

const endsTold: Readonly<Record<string, readonly string[]>> = {
  'payment.success': ['succeeded'],
  'payment.failed': ['failed', 'expired', 'cancelled'],
  'withdrawal.success': ['succeeded'],
  'withdrawal.failed': ['failed'],
  'withdrawal.cancelled': ['cancelled'],
  'refund.success': ['succeeded'],
  'refund.failed': ['failed'],
  'refund.rejected': ['rejected'],
  'refund.cancelled': ['cancelled'],
}

function lettersOf({ mailboxes }: Evidence): Letter[] {
  return mailboxes.flatMap((mailbox) => mailbox.letters())
}

/** But for what came in a time that a restored backup took back. */
function keptLetters(evidence: Evidence): Letter[] {
  return lettersOf(evidence).filter(({ at }) => !evidence.journal.isLost(at))
}
