import { Context } from '@temporalio/activity'
import type { LedgerProofId } from '#domain/ids.ts'
import { beginProof, proveNext } from '#use-cases/ledger-proofs/prove.ts'
import { payNextLine } from '#use-cases/payouts/pay-line.ts'
import { matchNext } from '#use-cases/reconciliation/match-statement.ts'
import { reconcileRuns as sweep, sweepAges } from '#use-cases/runs/reconcile.ts'
import type {
  MatchStanding,
  PayoutFileInput,
  ProofStanding,
  ReconciliationInput,
} from '#workflows/contract.ts'
import type { PayoutFileStanding, RunsSwept } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** More than the largest statement, and some hundred million postings, need. */
const batchesMax = 1_000_000
/** Lines per turn, some seconds of work, after which the run reports its progress. */
const linesPerTurn = 250
const runsLogged = 10

/** Matches a statement, batch after batch. */
export function matchStatement(
  { database }: Pick<ActivityDependencies, 'database'>,
  { reconciliationId }: ReconciliationInput,
): Promise<MatchStanding> {
  return batches(() => matchNext(database, reconciliationId), {
    goesOn: ({ state }) => state !== 'done',
    max: batchesMax,
  })
}

/** Checks the ledger, batch after batch; a difference is logged for those who only watch the log. */
export async function proveLedger(
  { database, log, observeProof }: ActivityDependencies,
  { proofId }: { readonly proofId: LedgerProofId },
): Promise<ProofStanding> {
  await beginProof(database, proofId)
  const standing = await batches(() => proveNext(database, proofId), {
    goesOn: ({ state }) => state === 'running',
    max: batchesMax,
  })
  if (standing.state === 'running') return standing
  const { state, differences, checked } = standing
  observeProof({ state })
  if (state === 'differs')
    log.error({ proofId, differences, checked }, 'the books do not hold: staff must look')
  return standing
}

/** Pays line after line of a file, each in transactions of its own, until the turn is over or something blocks it. */
export function payLines(
  dependencies: ActivityDependencies,
  { payoutFileId }: PayoutFileInput,
): Promise<PayoutFileStanding> {
  return batches(() => payNextLine(dependencies, payoutFileId), {
    goesOn: (standing) => standing.state === 'running' && standing.waitMs === 0,
    max: linesPerTurn,
  })
}

/** Compares the open runs with the database, and repairs the differences. */
export async function reconcileRuns(dependencies: ActivityDependencies): Promise<RunsSwept> {
  const { database, outbox, temporal, observeRestart, log } = dependencies
  const swept = await sweep({ database, outbox, call: temporal.call }, { ...sweepAges, beat })
  const { shown, restarted: byKind, ...found } = swept
  for (const [kind, count] of Object.entries(byKind)) observeRestart(kind, count)
  const restarted = Object.values(byKind).reduce((sum, count) => sum + count, 0)
  if (swept.missing + swept.orphaned > 0) {
    const runs = shown.slice(0, runsLogged).map(({ workflowId }) => workflowId)
    log.error({ ...found, restarted, runs }, 'runs and books did not agree')
  }
  return { ...found, restarted }
}

/**
 * Runs batches, each committed with its position, while the work goes on, up to `max` of them or until the worker
 * stops. Returns what the last one returned.
 */
async function batches<Standing extends object>(
  next: () => Promise<Standing>,
  { goesOn, max }: { readonly goesOn: (standing: Standing) => boolean; readonly max: number },
): Promise<Standing> {
  let standing = await next()
  for (let count = 1; count < max && goesOn(standing); count += 1) {
    if (!beat(standing)) break
    standing = await next()
  }
  return standing
}

/**
 * Sends a heartbeat with the progress of a long activity; false once its worker is stopping, after which another
 * continues.
 */
function beat(standing: object): boolean {
  const { cancellationSignal } = Context.current()
  Context.current().heartbeat(standing)
  return !cancellationSignal.aborted
}
