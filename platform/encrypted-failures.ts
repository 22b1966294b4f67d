import { DefaultFailureConverter } from '@temporalio/common'

/** Messages and stacks of failures are payloads too, so that they are encrypted with the rest. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
