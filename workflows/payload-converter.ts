import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common'

/**
 * Decodes signals and updates. Anybody who can reach Temporal can send an invalid payload: it becomes undefined
 * instead of failing the run's workflow task forever.
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
