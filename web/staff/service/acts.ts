import { paths } from '#web/staff/paths.ts'

/** What stands in the audit log, in words. */
export const actNames: Readonly<Record<string, string>> = {
  'session.log_in': 'Connexion',
  'session.log_out': 'Déconnexion',
  'password.change': 'Mot de passe changé',
  'invitation.accept': 'Invitation acceptée',
  'one_time_codes.enable': 'Codes à usage unique activés',
  'one_time_codes.disable': 'Codes à usage unique retirés',
  'bank_transfer.take': 'Virement pris en charge',
  'bank_transfer.approve': 'Virement approuvé',
  'bank_transfer.mark_transferred': 'Virement confirmé',
  'bank_transfer.reject': 'Virement rejeté',
  'bank_transfer.read_account': 'Numéro de compte lu',
  'refund.approve': 'Remboursement approuvé',
  'refund.reject': 'Remboursement rejeté',
  'late_outcome.refund': 'Remboursement d’un débit tardif demandé',
  'funds.confirm': 'Réception de fonds confirmée',
  'funds.release': 'Fonds libérés',
  'funds.withhold': 'Fonds conservés',
  'operator.open': 'Opérateur rouvert',
  'operator.close': 'Opérateur fermé',
  'exchange_rate.enter': 'Taux de change saisi',
  'merchant.create': 'Marchand créé',
  'merchant.reset_owner': 'Accès du propriétaire rouvert',
  'merchant.replace_owner': 'Propriétaire changé',
  'person.invite': 'Membre invité',
  'person.renew_invitation': 'Invitation renouvelée',
  'person.change_role': 'Rôle changé',
  'person.disable': 'Compte désactivé',
  'person.enable': 'Compte réactivé',
  'person.reset_one_time_codes': 'Codes à usage unique retirés',
}

const places: Readonly<Record<string, string>> = {
  transaction: paths.transactions,
  refund: paths.refunds,
  merchant: paths.merchants,
}

/** Where the subject of a line is looked at; null where it has no page. */
export function subjectPath(
  act: string,
  { kind, id }: { readonly kind: string; readonly id: string },
): string | null {
  if (act.startsWith('bank_transfer.')) return `${paths.transfers}/${id}`
  if (kind === 'person') return act.startsWith('person.') ? `${paths.members}/${id}` : null
  if (kind === 'operator') return paths.operators
  const place = places[kind]
  return place === undefined ? null : `${place}/${id}`
}
