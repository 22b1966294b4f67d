import { setCurrentDetails } from '@temporalio/workflow'
import type { MatchStanding, ReconciliationInput } from './contract.ts'
import { matchStatement } from './proxies.ts'

/** Workers that stop one after the other, in the middle of one statement. */
const takeoversMax = 100

/**
 * An operator's statement against the books: each line matched, then what is on no line looked for. Lines and differences
 * stand in the books alone.
 */
export async function reconciliation(input: ReconciliationInput): Promise<MatchStanding> {
  setCurrentDetails('Matches the lines with the books.')
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
