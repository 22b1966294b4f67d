import { setTimeout as pause } from 'node:timers/promises'
import { conditionOf, type OperatorCondition } from '#domain/operators/health.ts'
import type { OperatorCode } from '#domain/operators/operators.ts'
import { type DeskFigures, readDeskFigures } from '#use-cases/desk/figures.ts'
import { readOperatorHealth } from '#use-cases/operators/read-health.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'
import type { Database } from '#db/connect.ts'
import { type DeliveryFigure, readOpenDeliveries } from './deliveries.ts'
import { type OutboxFigures, readOutboxFigures } from './outbox.ts'
import { type OverdueFigure, readOverdue } from './overdue.ts'
import { type PendingFigure, readPending } from './pending.ts'
import { type ProofFigures, readProofFigures } from './proof.ts'
import { readRunFigures, type RunFigures } from './runs.ts'
import { readToday, type TodayFigure } from './today.ts'

/** The condition of a live operator. */
export interface OperatorStanding {
  readonly provider: OperatorCode
  readonly name: string
  readonly condition: OperatorCondition
}

/**
 * The state of the whole service, money and machines, from the figures that processes expose. Figures that could not
 * be read are null.
 */
export interface ServiceState {
  readonly today: readonly TodayFigure[] | null
  readonly pending: readonly PendingFigure[] | null
  readonly overdue: readonly OverdueFigure[] | null
  readonly outbox: OutboxFigures | null
  readonly runs: RunFigures | null
  readonly proof: ProofFigures | null
  readonly deliveries: readonly DeliveryFigure[] | null
  readonly desk: DeskFigures | null
  readonly operators: readonly OperatorStanding[] | null
  readonly readAt: Date
}

/** Reads the state once; never rejects. */
async function readState(database: Pick<Database, 'pool'>): Promise<ServiceState> {
  const readAt = new Date()
  const [today, pending, overdue, outbox, runs, proof, deliveries, desk, operators] =
    await Promise.all([
      orNull(readToday(database)),
      orNull(readPending(database)),
      orNull(readOverdue(database)),
      orNull(readOutboxFigures(database)),
      orNull(readRunFigures(database)),
      orNull(readProofFigures(database)),
      orNull(readOpenDeliveries(database)),
      orNull(readDeskFigures(database)),
      orNull(readOperators(database)),
    ])
  return { today, pending, overdue, outbox, runs, proof, deliveries, desk, operators, readAt }
}

/** Reads the state at most once per `keptMs`, however many callers ask. */
export function createStateReader(
  database: Pick<Database, 'pool'>,
  keptMs = stateKeptMs,
): () => Promise<ServiceState> {
  let kept: { readonly state: Promise<ServiceState>; readonly until: number } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || now >= kept.until) {
      kept = { state: readState(database), until: now + keptMs }
    }
    return kept.state
  }
}

/** The page is public, so reads must be bounded. */
export const stateKeptMs = 15_000

async function readOperators(database: Pick<Database, 'pool'>): Promise<OperatorStanding[]> {
  const [states, health] = await Promise.all([
    readOperatorStates(database),
    readOperatorHealth(database, 'live'),
  ])
  return states
    .filter(({ mode }) => mode === 'live')
    .map(({ provider, name, isOpen }) => {
      const { hour } = health.find((each) => each.provider === provider) ?? nothing
      return { provider, name, condition: conditionOf({ isOpen, ...hour }) }
    })
}

const nothing = { hour: { ended: 0, faults: 0 } }

/** A database that hangs is not waited for. */
const readWithinMs = 3000

function orNull<Value>(read: Promise<Value>): Promise<Value | null> {
  return Promise.race([read.catch(() => null), pause(readWithinMs, null, { ref: false })])
}
