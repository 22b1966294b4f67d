import type { TransferActKind } from '#domain/transfers/transfer.ts'
import { failureMessage } from '#domain/errors/errors.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import type { DoneAct } from '#use-cases/transfers/find.ts'
import type { Happening } from '#web/design/timeline.tsx'
import type { Tone } from '#web/design/tone.ts'
import { paths } from '#web/portal/paths.ts'
import { deliveryHappenings } from '#web/transactions/happenings.tsx'
import { providerName } from './words.tsx'

/** What happened to a payout, as the books have it, and what is awaited now. */
export function payoutHappenings(
  payout: TransactionRecord,
  history: TransactionHistory,
  acts: readonly DoneAct[],
): Happening[] {
  return [
    { tone: 'ok', title: 'Retrait demandé, montant et frais réservés', at: payout.createdAt },
    ...(payout.transfer ? transferHappenings(payout, acts) : operatorHappenings(payout, history)),
    ...endHappening(payout),
    ...history.deliveries.flatMap((delivery) => deliveryHappenings(delivery, paths.deliveries)),
  ]
}

const actTitles: Partial<Record<TransferActKind, string>> = {
  take: 'Pris en charge par nos équipes',
  approve: 'Approuvé par une seconde personne',
}

/** The last act is told by the end of the payout. */
function transferHappenings(
  { transfer }: TransactionRecord,
  acts: readonly DoneAct[],
): Happening[] {
  const done = acts.flatMap(({ kind, at }): Happening[] => {
    const title = actTitles[kind]
    return title === undefined ? [] : [{ tone: 'ok', title, at }]
  })
  const awaited = transfer && awaitedTitles[transfer.state]
  return awaited ? [...done, { tone: 'wait', title: awaited }] : done
}

const awaitedTitles: Readonly<Record<string, string | undefined>> = {
  to_process: 'Nos équipes vont le prendre en charge',
  in_progress: 'Virement à faire à la banque',
}

function operatorHappenings(
  { provider, status }: TransactionRecord,
  { operatorState }: TransactionHistory,
): Happening[] {
  const name = providerName(provider)
  const isSent = operatorState !== 'unsent'
  const sent: Happening = { tone: 'ok', title: `Ordre envoyé à ${name}` }
  if (status !== 'pending') return isSent ? [sent] : []
  if (isSent) return [sent, { tone: 'wait', title: `Réponse de ${name} attendue` }]
  return [{ tone: 'wait', title: `Ordre en route vers ${name}` }]
}

const ends = {
  succeeded: ['ok', 'Argent reçu'],
  failed: ['bad', 'Retrait échoué'],
  expired: ['still', 'Retrait expiré'],
  cancelled: ['still', 'Retrait annulé'],
} as const satisfies Readonly<Record<FinalStatus, readonly [Tone, string]>>

function endHappening(payout: TransactionRecord): Happening[] {
  const { status, completedAt } = payout
  if (status === 'pending') return []
  const [tone, title] = ends[status]
  const isMade = status === 'succeeded' && payout.transfer
  const detail = endDetail(payout)
  return [
    {
      tone,
      title: isMade ? 'Virement fait' : title,
      ...(completedAt && { at: completedAt }),
      ...(detail && { detail }),
    },
  ]
}

function endDetail({ status, transfer, failureCode }: TransactionRecord): string | undefined {
  if (status === 'succeeded') {
    if (!transfer) return undefined
    const { bankReference, transferOn } = transfer
    return [
      transferOn && `Daté du ${transferOn.split('-').toReversed().join('/')}`,
      bankReference && `référence ${bankReference}`,
    ]
      .filter(Boolean)
      .join(', ')
  }
  if (failureCode !== null) return failureMessage(failureCode)
  return 'Le montant et les frais sont revenus sur votre solde.'
}
