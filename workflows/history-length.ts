import { workflowInfo } from '@temporalio/workflow'

/**
 * True once Temporal suggests to continue as new, at 4,096 events or 4 MB: whatever filled the history, such as a
 * flood of signals, a new run continues under the same id (docs/changing-a-workflow.md#when-to-continue-as-new).
 * Every wait without a bounded number of turns checks this too.
 */
export function isHistoryLong(): boolean {
  return workflowInfo().continueAsNewSuggested
}
