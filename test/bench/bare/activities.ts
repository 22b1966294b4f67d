import type { Client } from '@temporalio/client'
import { answered } from './signals.ts'

export type BareActivities = ReturnType<typeof bareActivities>

/** The operator calls back a moment after it was asked; `receiver` hears of each end. */
export function bareActivities({
  client,
  receiver,
}: {
  readonly client: Client
  readonly receiver: string
}) {
  return {
    ask(id: string): Promise<void> {
      setTimeout(() => {
        void client.workflow.getHandle(`payment/${id}`).signal(answered)
      }, callbackMs)
      return Promise.resolve()
    },
    async settle(id: string): Promise<void> {
      await client.workflow.start('delivery', {
        args: [id],
        taskQueue: 'bare',
        workflowId: `delivery/${id}`,
        requestEagerStart: true,
      })
    },
    async send(id: string): Promise<void> {
      await fetch(`${receiver}/${id}`, { method: 'POST' })
    },
  }
}

/** As the sandbox's operator in `complete`: a millisecond, and its slack. */
const callbackMs = 21
