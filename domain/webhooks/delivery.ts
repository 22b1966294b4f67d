import { type MoveTable, sourcesOf, statesOf } from '#domain/states/moves.ts'

/** The state of a delivery (docs/webhooks.md#statuses). */
export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'abandoned'

/** What moves a delivery: attempts, their responses, and people. */
export type DeliveryCause = 'record' | 'begin' | 'answer' | 'miss' | 'miss_last' | 'stop' | 'retry'

/**
 * The one table of a delivery's moves; the database enforces the same moves. An attempt sent before the webhook was
 * disabled may be answered afterwards.
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

/** The states of a delivery that waits for an attempt or its answer. */
export const waitingDeliveries: readonly DeliveryStatus[] = sourcesOf(deliveryMoves, 'stop')

export const deliveryStatuses: readonly DeliveryStatus[] = statesOf(deliveryMoves)
