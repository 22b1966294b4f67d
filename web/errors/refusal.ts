import { type ErrorCode, errorTable, messageOf } from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import { errorHead, toServiceError } from '#http/envelope.ts'
import { errorWords } from './words.ts'

/** Content of an error page. */
export interface Refused {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** An error that exists for pages only; may be thrown anywhere in them. All other errors are the API's (`fail`). */
export class PageRefusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(reason)
    this.name = 'PageRefusal'
    this.reason = reason
  }
}

/** Creates an error to throw: `throw refuse('form_expired')`. */
export function refuse(reason: RefusalReason): PageRefusal {
  return new PageRefusal(reason)
}

/** By the status of the answer; their texts are in `words.ts`. */
const pageRefusals = {
  bad_request: 400,
  from_elsewhere: 403,
  form_expired: 403,
  place_changed: 409,
  sent_twice: 409,
  test_only: 409,
  no_service: 403,
  forbidden: 403,
} as const

export type RefusalReason = keyof typeof pageRefusals

/** What to show for anything thrown; of a failure on our side, only that there was one. */
export function refusedBy(thrown: unknown, language: Language): Refused {
  const words = errorWords[language]
  if (thrown instanceof PageRefusal) {
    const { reason } = thrown
    return { status: pageRefusals[reason], ...words.refusals[reason], headers: {} }
  }
  const error = toServiceError(thrown)
  const { status, headers } = errorHead(error)
  const titles: Readonly<Record<number, string>> = words.titles
  const title = titles[errorTable[error.code].http] ?? words.otherTitle
  const inPlainWords: Partial<Record<ErrorCode, string>> = words.inPlainWords
  const text = inPlainWords[error.code] ?? messageOf(error, language)
  return { status, title, text, headers }
}
