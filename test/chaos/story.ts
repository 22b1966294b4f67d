import type { Client } from '@temporalio/client'
import type { Violation } from '#test/support/invariants.ts'
import type { Evidence } from './evidence.ts'

/**
 * Everything that is known of the payment behind a violation, in the order in which it happened: by the books, the
 * operators, the receivers, the faults of that time, and how its runs went.
 */
export async function storyOf(evidence: Evidence, { subject }: Violation): Promise<string[]> {
  const ids = subject.match(uuid) ?? []
  const [id] = ids.length === 0 ? [] : await transactionsOf(evidence, ids)
  if (id === undefined) return ['  of no payment']
  const lines = (
    await Promise.all([
      bookLines(evidence, id),
      operatorLines(evidence, id),
      Promise.resolve(receiverLines(evidence, id)),
    ])
  ).flat()
  const from = Math.min(...lines.map(({ at }) => at))
  const faults = evidence.journal.faults
    .filter((fault) => (fault.to ?? Date.now()) > from)
    .slice(0, faultsShown)
    .map(({ from: at, kind, what }) => ({ at, text: `fault ${kind}: ${what}` }))
  const told = [...lines, ...faults].toSorted((one, other) => one.at - other.at)
  return [
    `  payment ${id}`,
    ...told.map(({ at, text }) => `    ${new Date(at).toISOString().slice(11, 23)}  ${text}`),
    ...(await runLines(evidence, id)),
  ]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const faultsShown = 40

interface Line {
  readonly at: number
  readonly text: string
}

/** Of whatever these ids are. */
async function transactionsOf({ rows }: Evidence, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    `select id from transaction where id = any($1::uuid[]) or operator_request_id = any($1::uuid[])
     union select transaction_id from refund where id = any($1::uuid[]) or operator_request_id = any($1::uuid[])
     union select transaction_id from event where id = any($1::uuid[]) and transaction_id is not null
     union select e.transaction_id from event e join webhook_delivery d on d.event_id = e.id
       where d.id = any($1::uuid[]) and e.transaction_id is not null
     union select transaction_id from checkout where id = any($1::uuid[]) and transaction_id is not null`,
    ids,
  )
  return found.map(({ id }) => id)
}

const bookStory = `select (extract(epoch from s.at) * 1000)::float8 as at, s.text from (
  select created_at as at, concat_ws(' ', mode, type, provider, status, 'accepted, at the operator:', operator_state,
    operator_request_id, 'until', expires_at) as text from transaction where id = $1
  union all select completed_at, concat_ws(' ', 'ended:', status, failure_code, provider_reference)
    from transaction where id = $1 and completed_at is not null
  union all select late_outcome_at, 'debited after its end' from transaction where id = $1 and late_outcome_at is not null
  union all select opened_at, concat_ws(' ', 'watched', refund_id, 'until', coalesce(closed_at::text, 'now'))
    from late_watch where transaction_id = $1
  union all select created_at, concat_ws(' ', 'refund', id, status, operator_state, operator_request_id)
    from refund where transaction_id = $1
  union all select completed_at, concat_ws(' ', 'refund', id, 'ended:', status, failure_code)
    from refund where transaction_id = $1 and completed_at is not null
  union all select moved_at, concat_ws(' ', 'transfer', state) from bank_transfer where transaction_id = $1
  union all select at, concat_ws(' ', 'booked', kind, (select string_agg(a.kind || ' ' || e.amount, ', ')
    from ledger_entry e join ledger_account a on a.id = e.account_id where e.movement_id = m.id))
    from ledger_movement m where transaction_id = $1
  union all select e.created_at, concat_ws(' ', 'event', e.type, e.id, 'deliveries:',
    (select string_agg(d.id || ' ' || d.status, ', ') from webhook_delivery d where d.event_id = e.id))
    from event e where transaction_id = $1
  union all select a.started_at, concat_ws(' ', 'attempt', a.number, 'of', d.id, a.http_status, a.error)
    from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id join event e on e.id = d.event_id
    where e.transaction_id = $1
  union all select found_at, concat_ws(' ', 'run', kind, workflow_id, done) from run_finding
    where workflow_id like '%' || $1::text
  union all select now(), concat_ws(' ', 'in the outbox:', kind, subject_id) from outbox where subject_id::text = $1::text) s`

async function bookLines({ rows }: Evidence, id: string): Promise<Line[]> {
  const found = await rows<{ at: number; text: string }>(bookStory, id)
  return found.map(({ at, text }) => ({ at, text: `books     ${text}` }))
}

async function operatorLines({ rows, memories }: Evidence, id: string): Promise<Line[]> {
  const requests = await rows<{ id: string }>(
    `select operator_request_id as id from transaction where id = $1
     union select operator_request_id from refund where transaction_id = $1`,
    id,
  )
  const ids = new Set(requests.map((request) => request.id))
  return Object.entries(memories).flatMap(([provider, { orders }]) =>
    orders
      .filter((order) => ids.has(order.id))
      .map(({ askedAt: at, kind, phone, amount, reads, end }) => ({
        at,
        text: `operator  ${provider} took ${kind} of ${amount}, number …${phone.slice(-4)}, looked at ${reads} times: ${end ?? 'open'}`,
      })),
  )
}

function receiverLines({ mailboxes }: Evidence, id: string): Line[] {
  return mailboxes
    .flatMap((mailbox) => mailbox.letters())
    .filter(({ transactionId }) => transactionId === id)
    .map(({ at, event, deliveryId, attempt }) => ({
      at,
      text: `receiver  ${event}, attempt ${attempt} of ${deliveryId}`,
    }))
}

const runsMax = 12

async function runLines({ temporal, rows }: Evidence, id: string): Promise<string[]> {
  const deliveries = await rows<{ id: string }>(
    `select d.id from webhook_delivery d join event e on e.id = d.event_id where e.transaction_id = $1
     union select id from refund where transaction_id = $1`,
    id,
  )
  const ids = [id, ...deliveries.map((delivery) => delivery.id)]
  const kinds = [
    'collection',
    'payout',
    'bank-transfer',
    'refund',
    'funds',
    'late-answer',
    'webhook-delivery',
  ]
  const names = ids.flatMap((each) => kinds.map((kind) => `'${kind}/${each}'`))
  return temporal
    .call((client) => runsIn(client, `WorkflowId in (${names.join(', ')})`))
    .catch(() => ['    its runs cannot be asked for'])
}

async function runsIn(client: Client, query: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    if (lines.length >= runsMax) break
    const handle = client.workflow.getHandle(workflowId, runId)
    const { status, startTime, closeTime } = await handle.describe()
    const { events = [] } = await handle.fetchHistory()
    const times = [startTime, closeTime].map((time) => time?.toISOString().slice(11, 19) ?? 'now')
    lines.push(
      `    run ${workflowId} (${runId.slice(0, 8)}): ${status.name}, ${times.join(' to ')}, ${summaryOf(events ?? [])}`,
    )
  }
  return lines
}

/** `14 events: timerStarted 3, …, and last markerRecorded`. */
function summaryOf(events: readonly object[]): string {
  const names = events.map((event) => {
    const name = Object.entries(event).find(
      ([key, value]) => key.endsWith('EventAttributes') && Boolean(value),
    )
    return name?.[0].replace('EventAttributes', '') ?? 'unknown'
  })
  const counts = [...new Set(names)].map(
    (name) => `${name} ${names.filter((other) => other === name).length}`,
  )
  return `${events.length} events: ${counts.join(', ')}; last ${names.at(-1) ?? 'none'}`
}
