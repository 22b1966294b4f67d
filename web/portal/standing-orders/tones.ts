import type { StandingOrderState } from '#domain/standing-orders/order.ts'
import type { StandingOrderDay } from '#use-cases/standing-orders/find.ts'
import type { Tone } from '#web/design/tone.ts'

/** How an order's state is shown. */
export const orderTones: Readonly<Record<StandingOrderState, Tone>> = {
  awaiting_approval: 'wait',
  active: 'ok',
  paused: 'wait',
  ended: 'still',
}

/** How the state of a due day is shown. */
export const dayTones: Readonly<Record<StandingOrderDay['state'], Tone>> = {
  due: 'wait',
  sent: 'ok',
  refused: 'bad',
  skipped: 'still',
}
