/**
 * The dimensions of the figures of a day: none, the hour (`00` to `23` of the main market), the operator, the channel,
 * the terminal or link by its id, the failure code.
 */
export type FigureDimension =
  | 'all'
  | 'hour'
  | 'provider'
  | 'channel'
  | 'terminal'
  | 'payment_link'
  | 'failure'
