import type { End } from '#workflows/contract/results.ts'

/** How an order has ended; of one that failed also why, if this outcome is what ended it. */
export function settled<Status extends string>(
  status: Status,
  outcome: { readonly status: string; readonly failureCode?: string | null },
): { readonly state: 'settled' } & End<Status> {
  const { failureCode } = outcome
  const isWhy =
    status === 'failed' && outcome.status === 'failed' && typeof failureCode === 'string'
  return { state: 'settled', status, ...(isWhy && { failureCode }) }
}
