import { workflowInfo } from '@temporalio/workflow'

/**
 * True once Temporal finds the history of this run long, at 4,096 events or 4 MB: whatever has filled it, such as a flood
 * of signals, another run goes on under the same id (docs/changing-a-workflow.md#when-to-continue-as-new). Every wait
 * without a counted end asks this too.
 */
export function isHistoryLong(): boolean {
  return workflowInfo().continueAsNewSuggested
}
