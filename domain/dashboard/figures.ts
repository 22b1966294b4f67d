/**
 * What the figures of a day are taken apart by: nothing, the hour (`00` to `23` of the main market), the operator, the
 * channel, the terminal or link by its id, the code of a failure.
 */
export type FigureDimension =
  | 'all'
  | 'hour'
  | 'provider'
  | 'channel'
  | 'terminal'
  | 'payment_link'
  | 'failure'
