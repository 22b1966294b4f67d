import { type MoveTable, sourcesOf, statesOf } from '#domain/states/moves.ts'

/** Where a delivery stands (docs/webhooks.md#statuses). */
export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'abandoned'

/** What moves a delivery: its attempts and what they are answered, and people. */
export type DeliveryCause = 'record' | 'begin' | 'answer' | 'miss' | 'miss_last' | 'stop' | 'retry'

/**
 * The one table of a delivery's moves; the database refuses any other as well. What was sent before the webhook was stopped
 * may be answered after it.
 */
export const deliveryMoves: MoveTable<DeliveryStatus, DeliveryCause> = {
  name: 'delivery',
  moves: [
    { from: null, to: 'pending', causes: { record: 'service' } },
    { from: 'pending', to: 'pending', causes: { begin: 'service', retry: 'merchant' } },
    { from: 'pending', to: 'failed', causes: { miss: 'receiver' } },
    { from: 'failed', to: 'pending', causes: { begin: 'timer', retry: 'merchant' } },
    { from: 'pending', to: 'delivered', causes: { answer: 'receiver' } },
    { from: 'abandoned', to: 'delivered', causes: { answer: 'receiver' } },
    { from: 'pending', to: 'abandoned', causes: { miss_last: 'receiver', stop: 'merchant' } },
    { from: 'failed', to: 'abandoned', causes: { stop: 'merchant' } },
    { from: 'abandoned', to: 'pending', causes: { retry: 'merchant' } },
  ],
}

/** Those of a delivery that waits for an attempt or its answer. */
export const waitingDeliveries: readonly DeliveryStatus[] = sourcesOf(deliveryMoves, 'stop')

export const deliveryStatuses: readonly DeliveryStatus[] = statesOf(deliveryMoves)
