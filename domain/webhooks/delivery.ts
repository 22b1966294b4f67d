/** Where a delivery stands (docs/webhooks.md#statuses). */
export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'abandoned'

export const deliveryStatuses: readonly DeliveryStatus[] = [
  'pending',
  'failed',
  'delivered',
  'abandoned',
]
