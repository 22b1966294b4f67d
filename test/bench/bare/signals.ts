import { defineSignal } from '@temporalio/workflow'

/** The operator called back. */
export const answered = defineSignal('answered')
