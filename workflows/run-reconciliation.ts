import { setCurrentDetails } from '@temporalio/workflow'
import type { RunsSwept } from './ports.ts'
import { reconcileRuns } from './proxies.ts'

/** Sees to it that what the books wait for has an open run, and that no run waits for what is not in the books. */
export async function runReconciliation(): Promise<RunsSwept> {
  setCurrentDetails('Compares the open runs with the books.')
  const swept = await reconcileRuns()
  setCurrentDetails(
    `Ended: ${swept.restarted} of ${swept.missing} missing runs started again; ` +
      `${swept.orphaned} runs without a fact, ${swept.terminated} of them terminated.`,
  )
  return swept
}
