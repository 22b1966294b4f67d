import type { TransactionRecord } from '#domain/transactions/record.ts'

/** Why it was not paid and what to do, said to the payer; the table of failures speaks to merchants. */
export interface FailureTelling {
  readonly title: string
  readonly text: string
}

const noDebit = 'Rien n’a été débité.'

const tellings: Readonly<Record<string, FailureTelling>> = {
  insufficient_funds: {
    title: 'Solde insuffisant',
    text: `Votre solde Mobile Money est insuffisant. ${noDebit} Rechargez-le, ou payez avec un autre numéro.`,
  },
  payer_rejected: {
    title: 'Paiement refusé',
    text: `La demande a été refusée sur le téléphone. ${noDebit} Si c’était une erreur, réessayez.`,
  },
  approval_timeout: {
    title: 'Délai dépassé',
    text: `La demande n’a pas été validée à temps. ${noDebit} Réessayez, téléphone en main.`,
  },
  expired: {
    title: 'Délai dépassé',
    text: 'Nous n’avons pas reçu votre validation à temps. Si une somme était débitée malgré tout, elle vous serait rendue. Réessayez, téléphone en main.',
  },
  payer_not_found: {
    title: 'Pas de compte Mobile Money',
    text: `Ce numéro n’a pas de compte chez cet opérateur. ${noDebit} Vérifiez le numéro et l’opérateur.`,
  },
  payer_limit_reached: {
    title: 'Plafond atteint',
    text: `Votre compte a atteint son plafond. ${noDebit} Payez avec un autre numéro, ou un autre jour.`,
  },
  payer_account_blocked: {
    title: 'Compte bloqué',
    text: `Votre opérateur n’autorise pas ce paiement. ${noDebit} Contactez-le, ou payez avec un autre numéro.`,
  },
  amount_out_of_bounds: {
    title: 'Montant refusé',
    text: `Votre opérateur ne prend pas ce montant. ${noDebit}`,
  },
  card_declined: {
    title: 'Carte refusée',
    text: `Votre banque a refusé le paiement. ${noDebit} Utilisez une autre carte ou un autre moyen.`,
  },
  expired_card: {
    title: 'Carte expirée',
    text: `Cette carte a expiré. ${noDebit} Utilisez une autre carte ou un autre moyen.`,
  },
  lost_card: {
    title: 'Carte refusée',
    text: `Votre banque ne permet plus d’utiliser cette carte. ${noDebit} Contactez-la, ou payez autrement.`,
  },
  authentication_failed: {
    title: 'Paiement non validé',
    text: `Le paiement n’a pas été validé auprès de votre banque. ${noDebit} Si c’était une erreur, réessayez.`,
  },
  operator_unavailable: {
    title: 'Opérateur indisponible',
    text: `Votre opérateur ne répond pas. ${noDebit} Réessayez dans quelques minutes, ou avec un autre opérateur.`,
  },
  cancelled: {
    title: 'Paiement annulé',
    text: `La demande a été annulée. ${noDebit}`,
  },
}

const other: FailureTelling = {
  title: 'Paiement non abouti',
  text: 'Votre opérateur n’a pas pu faire ce paiement. Réessayez dans quelques minutes, ou avec un autre numéro.',
}

/** What to tell of a payment that did not succeed. */
export function failureTelling({
  status,
  failureCode,
}: Pick<TransactionRecord, 'status' | 'failureCode'>): FailureTelling {
  return tellings[failureCode ?? status] ?? other
}
