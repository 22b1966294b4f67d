import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common'

/**
 * What a run reads of signals and updates. Anybody who reaches Temporal can send a payload that is no value at all: it is
 * read as undefined, and not a task of the run that fails for ever.
 */
export const payloadConverter: PayloadConverter = {
  toPayload: (value) => defaultPayloadConverter.toPayload(value),
  fromPayload<Value>(payload: Payload): Value {
    try {
      return defaultPayloadConverter.fromPayload<Value>(payload)
    } catch {
      return undefined as Value
    }
  },
}
