import type { TransferState } from '#domain/transfers/transfer.ts'
import type { AuthorizedAccountStatus } from '#domain/authorized-accounts/account.ts'
import type { PersonStatus } from '#domain/people/person.ts'
import type { RefundOrigin, RefundStatus } from '#domain/refunds/refund.ts'
import { countText } from '#domain/text/text.ts'
import type { FundsStatus, Mode } from '#domain/transactions/transaction.ts'
import type { Tone } from '#web/design/tone.ts'

type Word = readonly [tone: Tone, label: string]

/** Names of states at the desk. */
export const transferStates: Readonly<Record<TransferState, Word>> = {
  to_process: ['wait', 'À prendre'],
  in_progress: ['info', 'En cours'],
  transferred: ['ok', 'Viré'],
  rejected: ['bad', 'Refusé'],
  cancelled: ['still', 'Annulé'],
}

export const refundStates: Readonly<Record<RefundStatus, Word>> = {
  pending: ['wait', 'À décider'],
  approved: ['info', 'Approuvé'],
  processing: ['info', 'En cours'],
  succeeded: ['ok', 'Remboursé'],
  rejected: ['bad', 'Refusé'],
  failed: ['bad', 'Échoué'],
  cancelled: ['still', 'Annulé'],
}

export const refundOrigins: Readonly<Record<RefundOrigin, string>> = {
  merchant: 'Demandé par le marchand',
  service: 'Débit tardif rendu par le service',
  dispute: 'Litige perdu',
}

export const fundsStates: Readonly<Record<FundsStatus, Word>> = {
  held: ['wait', 'À vérifier'],
  pending_confirmation: ['wait', 'À confirmer'],
  pending: ['info', 'En attente de disponibilité'],
  available: ['ok', 'Disponibles'],
  withheld: ['bad', 'Conservés'],
}

export const accountStates: Readonly<Record<AuthorizedAccountStatus, Word>> = {
  pending: ['wait', 'À vérifier'],
  active: ['ok', 'Ouvert'],
  revoked: ['still', 'Révoqué'],
}

export const modeNames: Readonly<Record<Mode, string>> = { live: 'Réel', sandbox: 'Test' }

export const personStates: Readonly<Record<PersonStatus, Word>> = {
  invited: ['wait', 'Invité'],
  active: ['ok', 'Actif'],
  disabled: ['still', 'Désactivé'],
}

/** A number with its noun; in French several begin at two. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)}\u00A0${count > 1 ? several : one}`
}
