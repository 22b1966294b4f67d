import type { Violation } from '#test/support/invariants.ts'
import type { Evidence } from '#test/chaos/evidence.ts'
import { answerRules } from '#test/chaos/counter.ts'
import { processRules } from '#test/chaos/slot.ts'
import { ofBooks, ofBooksSeen } from './books.ts'
import { ofOperators, ofOperatorSums } from './operators.ts'
import { outputRules } from './outputs.ts'
import { ofPromises } from './promised.ts'
import { ofReceivers } from './receivers.ts'
import { ofRuns } from './runs.ts'

const checks = [
  ofBooks,
  ofBooksSeen,
  ofPromises,
  ofOperators,
  ofOperatorSums,
  ofReceivers,
  ofRuns,
] as const

/** The promises that are judged, those of answers and processes while the run goes on among them. */
export const promises: readonly string[] = [
  ...checks.flatMap(({ names }) => names),
  ...answerRules,
  ...processRules,
  ...outputRules,
]

/** Judges all that was seen, and tells what broke which promise; what was noted on the way included. */
export async function judge(evidence: Evidence): Promise<readonly Violation[]> {
  const found: Violation[] = []
  for (const check of checks) found.push(...(await check.find(evidence)))
  return [...found, ...evidence.journal.complaints.values()]
}
