import { setTimeout as pause } from 'node:timers/promises'
import { spread } from '#test/faults/rounds.ts'
import { runReconcile } from '#test/support/processes.ts'
import { listOpenRuns } from '#use-cases/runs/list.ts'
import { runsOfWhatIsOver } from './open-runs.ts'
import type { Hand } from './load/hand.ts'
import { decideFundsOf, replayMissed } from './load/desk.ts'
import { decideRefund, processTransfer } from './load/money-out.ts'
import type { World } from './world.ts'

/** What is not over yet, and by which id; people’s work is not counted where it is not asked for. */
export interface Open {
  readonly what: string
  readonly id: string
}

const byItself = `
  select 'outbox' as what, kind || '/' || subject_id as id from outbox
  union all select 'transaction', id::text from transaction
    where status = 'pending' and pending_reason <> 'awaiting_bank_transfer'
  union all select 'refund', id::text from refund where status in ('approved', 'processing')
  union all select 'funds', id::text from transaction where funds_status = 'pending'
  union all select 'delivery', id::text from webhook_delivery where status in ('pending', 'failed')
  union all select 'checkout', id::text from checkout where status = 'processing'
  union all select 'replay', id::text from webhook_replay where status = 'running'`
const byPeople = `
  union all select 'bank transfer', transaction_id::text from bank_transfer
    where state in ('to_process', 'in_progress')
  union all select 'refund to decide', id::text from refund where status = 'pending'
  union all select 'funds to decide', id::text from transaction where funds_status in ('held', 'pending_confirmation')
  union all select 'checkout', id::text from checkout where status = 'open'
  union all select 'delivery to send again', id::text from webhook_delivery where status = 'abandoned'`

/** What the service still has to do by itself, or what waits for somebody as well. */
async function openNow(world: World, statement: string): Promise<Open[]> {
  const open = await world.rows<Open>(statement)
  const silent = new Set((await leftToStaff(world)).map(({ id }) => id))
  return open.filter(({ id }) => !silent.has(id))
}

/**
 * Payouts and refunds that left for an operator which takes one id twice for two orders, and which it has not got: they are
 * never sent again, and after a day staff says how they ended (docs/payouts.md#verdicts-of-staff).
 */
export function leftToStaff({ rows, parts }: Pick<World, 'rows' | 'parts'>): Promise<Open[]> {
  const [moov] = parts.operators.filter(({ provider }) => provider === 'moov-benin')
  const taken = moov?.memory.orders.map(({ id }) => id) ?? []
  return rows<Open>(
    `select 'transaction' as what, id::text from transaction
       where ${silence} and type = 'payout' and status = 'pending'
     union all select 'refund', id::text from refund where ${silence} and status = 'processing'`,
    taken,
  )
}

const silence = `provider = 'moov-benin' and operator_state = 'sent' and operator_request_id <> all($1::uuid[])`

/** False when it is not so within the time. */
export async function untilOver(world: World, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    letOperatorsDecide(world)
    if ((await openNow(world, byItself)).length === 0) return true
    await pause(pollMs)
  }
  return false
}

const pollMs = 500

/** Every line whole, every stranger kind again, every process up. */
export async function heal({ parts }: World): Promise<void> {
  const gates = [
    ...[...parts.apis, ...parts.workers].flatMap(({ gates: own }) => [own.postgres, own.temporal]),
    ...[...parts.operators, ...parts.shops].map(({ gate }) => gate),
  ]
  for (const gate of gates) {
    gate.open()
    gate.thaw()
    gate.slow(0)
  }
  for (const shop of parts.shops) shop.behave('plain')
  for (const slot of [...parts.apis, ...parts.workers]) slot.signal('SIGCONT')
  await Promise.all([...parts.apis, ...parts.workers].map((slot) => slot.start()))
  await parts.builds.settled()
}

/** Between two times that people go through what waits for them. */
const roundMs = 4000
/** Younger runs may be missing from Temporal's list, and facts may be on their way: a sweep sees what is older. */
const sweepMs = 30_000

/**
 * Lets everything come to its end: people do what waits for them, everything missed is sent again, runs that wait for an
 * operator's next hour are told to look now, and sweeps find what has lost its run. What is open once nothing of it has
 * moved for so long: how much people have to do says nothing about the service.
 */
export async function comeToRest(
  hand: Hand,
  withinMs: number,
  tell: (line: string) => void,
): Promise<Open[]> {
  const { world } = hand
  let deadline = Date.now() + withinMs
  let sweepAt = Date.now() + sweepMs
  let before = ''
  for (;;) {
    const open = [...(await openNow(world, byItself + byPeople)), ...(await runsLeft(world))]
    if (open.length === 0) return open
    const standing = open.map(({ what, id }) => `${what} ${id}`).join()
    if (standing !== before) deadline = Date.now() + withinMs
    before = standing
    if (Date.now() > deadline) return open
    letOperatorsDecide(world)
    await clearDesk(hand, open)
    if (Date.now() > sweepAt) {
      tell(`open still: ${countsOf(open)}`)
      await runReconcile(world.parts.environment())
      await lookNow(world)
      sweepAt = Date.now() + sweepMs
    }
    await pause(roundMs)
  }
}

async function runsLeft(world: World): Promise<Open[]> {
  const ids = await runsOfWhatIsOver(world).catch(() => [])
  return ids.map((id) => ({ what: 'run', id }))
}

/** What operators had left open of money that we send: no payout or refund waits for a number that never decides. */
function letOperatorsDecide({ parts }: World): void {
  for (const { memory } of parts.operators) {
    for (const order of memory.orders) {
      if (order.kind !== 'collection' && order.end === undefined && !order.isDecidable) {
        order.end = 'succeeded'
      }
    }
  }
}

/** So many people are at the desk. */
const actsAtOnce = 6

async function clearDesk(hand: Hand, open: readonly Open[]): Promise<void> {
  const idsOf = (what: string): string[] =>
    open.filter((each) => each.what === what).map(({ id }) => id)
  const each = async (what: string, act: (hand: Hand, id: string) => Promise<void>) => {
    const ids = idsOf(what)
    await spread(ids.length, actsAtOnce, (at) => act(hand, ids[at] ?? ''))
  }
  await each('bank transfer', processTransfer)
  await each('refund to decide', decideRefund)
  const funds = await hand.world.rows<{ id: string; status: string }>(
    `select id, funds_status as status from transaction where id = any($1::uuid[])`,
    idsOf('funds to decide'),
  )
  await spread(funds.length, actsAtOnce, async (at) => {
    const fund = funds[at]
    if (fund) await decideFundsOf(hand, fund)
  })
  await cancelCheckouts(hand.world, idsOf('checkout'))
  if (idsOf('delivery to send again').length === 0) return
  for (const merchant of Object.values(hand.world.merchants)) {
    await replayMissed(hand.world, merchant)
  }
}

async function cancelCheckouts(
  { counter, merchants }: World,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    for (const { keys } of Object.values(merchants)) {
      const path = `/v2/checkouts/${id}/cancel`
      await counter.ask({ method: 'POST', path, key: keys.terminal })
    }
  }
}

/** A run that is cancelled looks at once, whatever it waits for. */
async function lookNow({ temporal }: World): Promise<void> {
  await temporal
    .call(async (client) => {
      const { runs } = await listOpenRuns(client, undefined)
      const waiting = runs.filter(({ kind }) => kind === 'payout' || kind === 'refund')
      await Promise.allSettled(
        waiting.map(({ workflowId }) => client.workflow.getHandle(workflowId).cancel()),
      )
    })
    .catch(() => {})
}

/** `3 delivery, 1 refund`. */
function countsOf(open: readonly Open[]): string {
  const kinds = [...new Set(open.map(({ what }) => what))]
  return kinds
    .map((kind) => `${open.filter(({ what }) => what === kind).length} ${kind}`)
    .join(', ')
}
