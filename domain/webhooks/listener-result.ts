/** Why a developer's server gave no answer to an event that was passed on to it. */
export const noAnswers = ['connection_failed', 'timeout'] as const
export type NoAnswer = (typeof noAnswers)[number]

/** What became of an event there: the answer to the last try, or why there was none. */
export interface ListenerAnswer {
  readonly httpStatus: number | null
  readonly error: NoAnswer | null
}

/** As that of an endpoint's delivery: null for a 2xx, else why the event was missed. */
export function missOf({ httpStatus, error }: ListenerAnswer): string | null {
  if (httpStatus === null) return error
  if (httpStatus >= 200 && httpStatus < 300) return null
  return httpStatus >= 300 && httpStatus < 400 ? 'redirect' : 'http_status'
}
