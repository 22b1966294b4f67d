import { paths } from '#web/staff/paths.ts'

/** What stands in the audit log, in words. */
export const actNames: Readonly<Record<string, string>> = {
  'session.log_in': 'Connexion',
  'session.log_out': 'Déconnexion',
  'password.change': 'Changement de mot de passe',
  'invitation.accept': 'Acceptation de l’invitation',
  'one_time_codes.enable': 'Activation des codes à usage unique',
  'one_time_codes.disable': 'Retrait des codes à usage unique',
  'bank_transfer.take': 'Prise en charge d’un virement',
  'bank_transfer.approve': 'Approbation d’un virement',
  'bank_transfer.mark_transferred': 'Confirmation d’un virement',
  'bank_transfer.reject': 'Rejet d’un virement',
  'bank_transfer.read_account': 'Lecture d’un numéro de compte',
  'refund.approve': 'Approbation d’un remboursement',
  'refund.reject': 'Rejet d’un remboursement',
  'late_outcome.refund': 'Demande de rendre un débit tardif',
  'funds.confirm': 'Confirmation de fonds',
  'funds.release': 'Libération de fonds',
  'funds.withhold': 'Conservation de fonds',
  'refund.close': 'Clôture d’un remboursement sans réponse',
  'payout.close': 'Clôture d’un retrait sans réponse',
  'payouts.suspend': 'Suspension de retraits',
  'payouts.resume': 'Reprise de retraits',
  'authorized_account.verify': 'Vérification d’un compte',
  'authorized_account.revoke': 'Révocation d’un compte',
  'authorized_account.read_number': 'Lecture d’un numéro de compte',
  'notice.acknowledge': 'Avis vu',
  'run.look_again': 'Reprise d’une exécution',
  'operator.open': 'Réouverture d’un opérateur',
  'operator.close': 'Fermeture d’un opérateur',
  'reconciliation.import': 'Import d’un relevé d’opérateur',
  'difference.close': 'Clôture d’un écart',
  'ledger.prove': 'Contrôle du grand livre',
  'exchange_rate.enter': 'Saisie d’un taux de change',
  'merchant.create': 'Création d’un marchand',
  'merchant.reset_owner': 'Réouverture de l’accès d’un propriétaire',
  'merchant.replace_owner': 'Changement de propriétaire',
  'person.invite': 'Invitation d’un membre',
  'person.renew_invitation': 'Renouvellement d’une invitation',
  'person.change_role': 'Changement de rôle',
  'person.disable': 'Désactivation d’un compte',
  'person.enable': 'Réactivation d’un compte',
  'person.reset_one_time_codes': 'Retrait des codes d’un membre',
}

const places: Readonly<Record<string, string>> = {
  transaction: paths.transactions,
  refund: paths.refunds,
  merchant: paths.merchants,
  authorized_account: paths.accounts,
  reconciliation: paths.reconciliations,
  difference: paths.differences,
  ledger_proof: paths.proofs,
}

/** Where the subject of a line is looked at; null where it has no page. */
export function subjectPath(
  act: string,
  { kind, id }: { readonly kind: string; readonly id: string },
): string | null {
  if (act.startsWith('bank_transfer.')) return `${paths.transfers}/${id}`
  if (act === 'payout.close') return `${paths.payouts}/${id}`
  if (kind === 'person') return act.startsWith('person.') ? `${paths.members}/${id}` : null
  if (kind === 'operator') return paths.operators
  if (kind === 'payout_suspension') return `${paths.suspensions}?vue=all`
  const place = places[kind]
  return place === undefined ? null : `${place}/${id}`
}
