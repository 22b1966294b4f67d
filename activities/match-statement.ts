import { matchNext } from '#use-cases/reconciliation/match-statement.ts'
import type { MatchStanding, ReconciliationInput } from '#workflows/contract.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { beat } from './heartbeat.ts'

/** More than the largest statement and the busiest month need. */
const batchesMax = 100_000

/** Matches batches, each committed with its position, until all is done or the worker stops. */
export async function matchStatement(
  { database }: Pick<ActivityDependencies, 'database'>,
  { reconciliationId }: ReconciliationInput,
): Promise<MatchStanding> {
  let standing = await matchNext(database, reconciliationId)
  for (let batches = 1; standing.state !== 'done' && batches < batchesMax; batches += 1) {
    if (!beat(standing)) break
    standing = await matchNext(database, reconciliationId)
  }
  return standing
}
