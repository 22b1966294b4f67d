import type { Language } from '#domain/text/language.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { AttemptRecord, DeliveryRecord } from '#use-cases/webhooks/list-deliveries.ts'
import type { Happening } from '#web/design/timeline.tsx'
import { errorText } from '#web/transactions/delivery-errors.ts'
import { webhookWords } from './words.ts'

const minuteMs = 60_000

interface Course {
  readonly delivery: DeliveryRecord
  readonly attempts: readonly AttemptRecord[]
  readonly now: Date
  readonly language: Language
}

/** What happened to a delivery, attempt by attempt, and what is awaited. */
export function attemptHappenings(course: Course): Happening[] {
  const { delivery, attempts, language } = course
  const { recorded } = webhookWords[language].course
  return [
    { tone: 'ok', title: recorded, at: delivery.createdAt },
    ...attempts.map((attempt) => attemptHappening(attempt, language)),
    ...nextHappening(course),
  ]
}

function attemptHappening(attempt: AttemptRecord, language: Language): Happening {
  const { course, shared } = webhookWords[language]
  const { isExtra, number, isOver, httpStatus, error, startedAt: at } = attempt
  const scheduled = shared.attemptOf(String(number), String(WEBHOOK_ATTEMPTS_MAX))
  const count = isExtra ? course.extra : scheduled
  if (!isOver) return { tone: 'wait', title: course.sending(count), at }
  const answer = httpStatus === null ? '' : ` (HTTP ${httpStatus})`
  const detail = detailOf(attempt, language)
  if (error === null) return { tone: 'ok', title: course.received(answer, count), at, detail }
  return { tone: 'bad', title: course.missed(answer, count), at, detail }
}

function detailOf(attempt: AttemptRecord, language: Language): string {
  const { error } = attempt
  const reason = error === null ? null : errorText(error, language)
  return [reason, durationText(attempt)].filter((text) => text !== null).join(' · ')
}

/** How long the call took; null while it goes on, and where nobody measured it. */
export function durationText(attempt: AttemptRecord | undefined): string | null {
  if (!attempt?.isOver || attempt.durationMs === null) return null
  return `${attempt.durationMs}\u00A0ms`
}

function nextHappening({ delivery, attempts, now, language }: Course): Happening[] {
  const { course } = webhookWords[language]
  const { status, nextAttemptAt, lastError } = delivery
  if (status === 'abandoned') {
    const detail = lastError === null ? {} : { detail: errorText(lastError, language) }
    return [{ tone: 'still', title: course.abandoned, ...detail }]
  }
  if (nextAttemptAt === null || attempts.some(({ isOver }) => !isOver)) return []
  if (status === 'pending') return [{ tone: 'wait', title: course.soonSent }]
  const isSoon = nextAttemptAt.getTime() - now.getTime() < minuteMs
  if (isSoon) return [{ tone: 'wait', title: course.soon }]
  return [{ tone: 'wait', title: course.next, at: nextAttemptAt }]
}
