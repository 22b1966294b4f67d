/** Where a delivery stands (spec: Webhook delivery status). */
export type DeliveryStatus = 'pending' | 'failed' | 'delivered' | 'abandoned'

export const deliveryStatuses: readonly DeliveryStatus[] = [
  'pending',
  'failed',
  'delivered',
  'abandoned',
]
