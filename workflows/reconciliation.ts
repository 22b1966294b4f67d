import { setCurrentDetails } from '@temporalio/workflow'
import type { MatchStanding, ReconciliationInput } from './contract.ts'
import { matchStatement } from './proxies.ts'

/** How many workers may stop, one after the other, during one statement. */
const takeoversMax = 100

/**
 * Matches an operator's statement with the database: first each line, then the orders without a line. Lines and
 * differences are only in the database.
 */
export async function reconciliation(input: ReconciliationInput): Promise<MatchStanding> {
  setCurrentDetails('Matches the lines.')
  let standing = await matchStatement(input)
  for (let takeovers = 0; standing.state !== 'done' && takeovers < takeoversMax; takeovers += 1) {
    setCurrentDetails(
      `${standing.linesDone} of ${standing.linesTotal} lines matched. Another worker goes on.`,
    )
    standing = await matchStatement(input)
  }
  setCurrentDetails(`Ended: ${standing.linesDone} lines matched.`)
  return standing
}
