import { DefaultFailureConverter } from '@temporalio/common'

/** Turns messages and stacks of failures into payloads, so that they are encrypted like the rest. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
