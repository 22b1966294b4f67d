import { defaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common'

/**
 * Decodes signals and updates. Anybody who can reach Temporal can send a payload that is not a valid value: it becomes
 * undefined instead of failing the run's workflow task for ever.
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
