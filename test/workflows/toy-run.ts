import { condition, defineUpdate, sleep } from '@temporalio/workflow'
import type { Followed } from '#workflows/contract/messages.ts'
import { UpdateQueue } from '#workflows/update-queue.ts'

/** What a toy order tells its run to do; every one takes a while. */
export interface ToyOrder {
  readonly actId?: string
  readonly name: string
  readonly end: 'done' | 'refused'
}

export const toyOrder = defineUpdate<Followed<string>, [ToyOrder]>('toyOrder')

/** A run that does nothing but follow orders, until there were so many; what happened, in order. */
export async function toyRun(ordersMax: number): Promise<string[]> {
  const queue = new UpdateQueue()
  const happened: string[] = []
  let left = ordersMax
  queue.take(toyOrder, {
    judge: ({ name }) => (name === 'unheard' ? 'action_not_allowed' : undefined),
    async follow({ name, end }) {
      happened.push(`${name} begins`)
      await sleep(100)
      happened.push(`${name} ends`)
      left -= 1
      return end === 'done' ? { status: name } : { refused: 'approval_required' }
    },
  })
  await condition(() => left === 0)
  return happened
}
