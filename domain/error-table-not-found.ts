import type { ErrorEntry } from './error-entry.ts'

/** What the caller named and may not see, or does not exist: 404. */
export const notFoundErrors = {
  route_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Cette adresse n’existe pas.',
    cause: 'Le chemin demandé ne correspond à aucune route de l’API.',
    remedy: 'Vérifiez l’adresse et la version (/v2).',
  },
  transaction_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Cette transaction est introuvable.',
    cause: 'L’identifiant est inconnu, ou la clé utilisée ne peut pas voir cette transaction.',
    remedy: 'Vérifiez l’identifiant et le mode de la clé.',
  },
  checkout_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce code QR de caisse est introuvable.',
    cause: 'L’identifiant est inconnu, ou la clé utilisée ne peut pas voir ce code QR.',
    remedy: 'Vérifiez l’identifiant, le terminal et le mode de la clé.',
  },
  webhook_endpoint_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce webhook est introuvable.',
    cause: 'L’identifiant est inconnu, supprimé, ou relève de l’autre mode.',
    remedy: 'Listez les webhooks du mode de votre clé.',
  },
  payment_link_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce lien de paiement est introuvable.',
    cause: 'Le lien est inconnu ou a été supprimé.',
    remedy: 'Vérifiez l’adresse du lien.',
  },
  receipt_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce reçu est introuvable.',
    cause: 'La transaction est inconnue, n’a pas réussi, ou n’est pas visible avec cette clé.',
    remedy: 'Vérifiez l’identifiant et le statut de la transaction.',
  },
  terminal_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce terminal est introuvable.',
    cause: 'L’identifiant est inconnu, ou relève de l’autre mode.',
    remedy: 'Listez vos terminaux avec la clé secrète.',
  },
  cash_session_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Cette session de caisse est introuvable.',
    cause: 'L’identifiant est inconnu, ou la session relève d’un autre terminal.',
    remedy: 'Ouvrez une nouvelle session de caisse.',
  },
  authorized_account_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce compte autorisé est introuvable.',
    cause: 'L’identifiant est inconnu, relève de l’autre mode, ou désigne un compte révoqué.',
    remedy: 'Consultez les comptes autorisés dans le portail.',
  },
  refund_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce remboursement est introuvable.',
    cause: 'L’identifiant est inconnu, ou relève de l’autre mode.',
    remedy: 'Vérifiez l’identifiant dans le portail.',
  },
  merchant_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Ce marchand n’existe pas.',
    cause: 'L’identifiant n’est celui d’aucun marchand.',
    remedy: 'Cherchez le marchand par son nom, ou par l’identifiant d’une de ses transactions.',
  },
  operator_not_found: {
    http: 404,
    type: 'not_found',
    message: 'Cet opérateur n’existe pas.',
    cause: 'Le code n’est celui d’aucun opérateur.',
    remedy: 'Consultez la liste des opérateurs.',
  },
} satisfies Record<string, ErrorEntry>
