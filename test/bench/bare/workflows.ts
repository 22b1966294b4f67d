import {
  condition,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { BareActivities } from './activities.ts'
import { answered } from './signals.ts'

// Workflows of the same shape as ours, with nothing in their steps.

const status = defineSearchAttributeKey('TransactionStatus', SearchAttributeType.KEYWORD)

const { ask, settle } = proxyLocalActivities<BareActivities>({ startToCloseTimeout: '9s' })
const { send } = proxyActivities<BareActivities>({
  startToCloseTimeout: '20s',
  taskQueue: 'bare',
})

/** Asked once, a callback, looked at and settled, which starts the delivery. */
export async function payment(id: string): Promise<string> {
  let isAnswered = false
  setHandler(answered, () => {
    isAnswered = true
  })
  await ask(id)
  await condition(() => isAnswered, '15 minutes')
  await settle(id)
  upsertSearchAttributes([{ key: status, value: 'succeeded' }])
  return 'succeeded'
}

/** One regular activity. */
export async function delivery(id: string): Promise<void> {
  await send(id)
}
