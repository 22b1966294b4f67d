import { setCurrentDetails } from '@temporalio/workflow'
import type { RunsSwept } from './contract/results.ts'
import { reconcileRuns } from './proxies.ts'

/**
 * Makes sure that everything open in the database has an open run, and that no run waits for something that is not in
 * the database.
 */
export async function runReconciliation(): Promise<RunsSwept> {
  setCurrentDetails('Compares the open runs with the database.')
  const swept = await reconcileRuns()
  setCurrentDetails(
    `Ended: ${swept.restarted} of ${swept.missing} missing runs started again; ` +
      `${swept.orphaned} runs without a fact, ${swept.terminated} of them terminated.`,
  )
  return swept
}
