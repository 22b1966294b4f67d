import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
} from '@temporalio/workflow'
import { type FundsAct, fundsAfter, isFundsFinal } from '#domain/funds/funds.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import { clock } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { signals, updates } from '#workflows/contract/messages.ts'
import { isHistoryLong } from './history-length.ts'
import { markFirstTask, UpdateQueue } from './update-queue.ts'
import { LookNow } from './own-end.ts'
import { decideFunds, makeFundsAvailable, readFunds } from './proxies.ts'

const orders = {
  confirm: updates.confirmFunds,
  release: updates.releaseFunds,
  withhold: updates.withholdFunds,
} as const satisfies Readonly<Record<Exclude<FundsAct, 'hold'>, unknown>>

/**
 * Follows the net of a payment to its final place: pending → available after the service's delay, or held by staff;
 * to be confirmed → available, and held → available or withheld, as staff decides (docs/refunds.md#funds).
 */
export async function funds(input: TransactionInput): Promise<FundsStatus> {
  markFirstTask()
  const standing: { status?: FundsStatus } = {}
  const lookNow = new LookNow()
  const queue = takeOrders(standing, lookNow)
  const read = () => queue.ownStep(() => readFunds(input))
  setHandler(signals.fundsHeld, () => {
    lookNow.ask()
  })
  const found = await read()
  // An update that arrived before this result has moved them already.
  standing.status ??= found.status
  if (standing.status === 'pending') {
    note(standing, await untilAvailable(input, found.waitMs, { lookNow, queue }))
  }
  await untilDecided(input, standing, { lookNow, queue })
  await condition(allHandlersFinished)
  setCurrentDetails(`Ended: the funds are ${standing.status}.`)
  return standing.status
}

/** What a run listens to. */
interface Listening {
  readonly lookNow: LookNow
  readonly queue: UpdateQueue
}

/** The state of pending funds once their time has come, or once staff has held them. */
async function untilAvailable(
  input: TransactionInput,
  waitMs: number,
  { lookNow, queue }: Listening,
): Promise<FundsStatus> {
  const availableAt = Date.now() + Math.max(waitMs, 1)
  setCurrentDetails(`The funds become available at ${clock(availableAt)}.`)
  while (Date.now() < availableAt) {
    await lookNow.pause(availableAt - Date.now(), 'Wait for the availability delay')
    if (isHistoryLong()) await goOn(input)
    if (Date.now() >= availableAt) break
    const { status } = await queue.ownStep(() => readFunds(input))
    if (status !== 'pending') return status
  }
  return queue.ownStep(() => makeFundsAvailable(input))
}

async function untilDecided(
  input: TransactionInput,
  standing: { status?: FundsStatus },
  { lookNow, queue }: Listening,
): Promise<void> {
  const read = () => queue.ownStep(() => readFunds(input))
  setCurrentDetails(`The funds are ${standing.status}. Waits for staff to decide.`)
  const isOver = (): boolean => standing.status !== undefined && isFundsFinal(standing.status)
  while (!isOver()) {
    await condition(() => isOver() || lookNow.isAsked || isHistoryLong())
    if (!isOver() && isHistoryLong()) await goOn(input)
    if (lookNow.take()) note(standing, (await read()).status)
  }
}

/**
 * What was read may be older than what an update has decided meanwhile, which stands. Without a patch: a run of the previous
 * version that took the older one waits, and ends with its next task.
 */
function note(standing: { status?: FundsStatus }, read: FundsStatus): void {
  if (standing.status === undefined || !isFundsFinal(standing.status)) standing.status = read
}

/** The database knows the state: a new run continues from there. */
async function goOn(input: TransactionInput): Promise<never> {
  await condition(allHandlersFinished)
  return continueAsNew<typeof funds>(input)
}

/**
 * Until the state was read, only the database checks updates; and while the funds are pending, as they may have been put
 * on hold a moment ago: the signal that says so may come after the update.
 */
function takeOrders(standing: { status?: FundsStatus }, lookNow: LookNow): UpdateQueue {
  const queue = new UpdateQueue()
  for (const act of ['confirm', 'release', 'withhold'] as const) {
    const judge = (): 'action_not_allowed' | undefined => {
      const { status } = standing
      if (status === undefined || status === 'pending') return undefined
      return fundsAfter(act, status) === undefined ? 'action_not_allowed' : undefined
    }
    queue.take(orders[act], {
      judge,
      async follow({ actId }) {
        // The previous update may have decided.
        const refused = judge()
        if (refused !== undefined) return { refused }
        const decided = await decideFunds({ actId })
        if ('refused' in decided) return decided
        if (standing.status === 'pending') lookNow.ask()
        standing.status = decided.status
        return decided
      },
    })
  }
  return queue
}
