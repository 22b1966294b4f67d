import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import { operatorName } from '#domain/operators/names.ts'
import type { Language } from '#domain/text/language.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import type { Happening } from '#web/design/timeline.tsx'
import { transactionWords } from './words.tsx'

type Words = (typeof transactionWords)[Language]

interface Said {
  readonly words: Words
  /** As it is called. */
  readonly operator: string
}

/** What happened to a transaction, as recorded, and what is awaited now; webhook deliveries are shown separately. */
export function happeningsOf(
  transaction: TransactionRecord,
  history: TransactionHistory,
  language: Language,
): Happening[] {
  const words = transactionWords[language]
  const operator = operatorName(transaction.provider, language)
  return [
    { tone: 'ok', title: words.happenings.created, at: transaction.createdAt },
    ...requestHappening(transaction, history, { words, operator }),
    endHappening(transaction, { words, operator }),
    ...fundsHappenings(history, words),
    ...lateHappening(history, words),
  ]
}

function requestHappening(
  { status }: TransactionRecord,
  { operatorState, operatorSentAt }: TransactionHistory,
  { words: { happenings }, operator }: Said,
): Happening[] {
  if (operatorState !== 'unsent') {
    const title = happenings.sent(operator)
    return [{ tone: 'ok', title, ...(operatorSentAt && { at: operatorSentAt }) }]
  }
  if (status !== 'pending') return []
  return [{ tone: 'wait', title: happenings.onItsWay(operator) }]
}

const endTones: Readonly<Record<FinalStatus, Tone>> = {
  succeeded: 'ok',
  failed: 'bad',
  expired: 'still',
  cancelled: 'still',
}

function endHappening(
  { type, status, completedAt, expiresAt }: TransactionRecord,
  { words: { happenings, ends }, operator }: Said,
): Happening {
  if (status !== 'pending') {
    const title = ends[type][status]
    return { tone: endTones[status], title, ...(completedAt && { at: completedAt }) }
  }
  const title = happenings.awaited(operator)
  if (type !== 'collection') return { tone: 'wait', title }
  return { tone: 'wait', title, detail: happenings.payerApproves(<Time at={expiresAt} />) }
}

function fundsHappenings({ events }: TransactionHistory, { happenings }: Words): Happening[] {
  return events.flatMap(({ type, at }): Happening[] => {
    if (type === 'funds.held') return [{ tone: 'wait', title: happenings.held, at }]
    return type === 'funds.released' ? [{ tone: 'ok', title: happenings.released, at }] : []
  })
}

function lateHappening({ lateOutcomeAt }: TransactionHistory, { happenings }: Words): Happening[] {
  if (lateOutcomeAt === null) return []
  const { debitedLate: title, debitedLateText: detail } = happenings
  return [{ tone: 'info', title, at: lateOutcomeAt, detail }]
}
