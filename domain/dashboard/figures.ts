/**
 * The dimensions of a day's figures: none, hour (`00` to `23`, local time), operator, channel, terminal or link (by
 * id), failure code.
 */
export type FigureDimension =
  | 'all'
  | 'hour'
  | 'provider'
  | 'channel'
  | 'terminal'
  | 'payment_link'
  | 'failure'
