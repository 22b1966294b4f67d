import type { ErrorEntry } from './entry.ts'

/** Valid requests that a rule about money refuses: 422 `payment_failed`. */
export const ruleErrors = {
  currency_not_supported: {
    http: 422,
    type: 'payment_failed',
    message: 'Cette devise n’est pas acceptée pour cette opération[ ({currency})].',
    cause: 'La devise n’est ni celle de l’opérateur, ni celle du service.',
    remedy: 'Utilisez la devise de l’opérateur ou celle du service.',
  },
  amount_too_small: {
    http: 422,
    type: 'payment_failed',
    message: 'Le montant est trop petit[ : le minimum est de {min_amount} {currency}].',
    cause: 'Le montant ne laisse rien au marchand, ou il est sous le minimum de l’opérateur.',
    remedy: 'Augmentez le montant.',
  },
  amount_out_of_bounds: {
    http: 422,
    type: 'payment_failed',
    message:
      'Le montant est hors des limites de l’opérateur[ : de {min_amount} à {max_amount} {currency}].',
    cause: 'Le montant est sous le minimum ou au-dessus du maximum de l’opérateur.',
    remedy: 'Choisissez un montant entre les limites de GET /v2/payment-methods.',
  },
  invalid_link_word: {
    http: 422,
    type: 'validation_error',
    message:
      'Cette adresse courte n’est pas possible. Écrivez de 3 à 40 lettres sans accent, chiffres ou tirets.',
    cause: 'Le mot est trop court, trop long, contient un autre caractère, ou il est réservé.',
    remedy: 'Choisissez un mot qui dit ce que l’on paie, par exemple panier-decouverte.',
  },
  payment_link_amount_fixed: {
    http: 422,
    type: 'payment_failed',
    message: 'Le prix de ce lien est fixé par le marchand.',
    cause: 'Le montant envoyé n’est pas le prix du lien, ou le prix a changé depuis.',
    remedy: 'Relisez le lien, et n’envoyez pas de montant ou envoyez ce prix.',
  },
  provider_unavailable: {
    http: 422,
    type: 'payment_failed',
    message: 'Cet opérateur est momentanément indisponible.',
    cause: 'L’opérateur est fermé ou n’est pas ouvert pour votre service.',
    remedy: 'Choisissez un autre opérateur, ou réessayez plus tard.',
  },
  provider_not_detected: {
    http: 422,
    type: 'payment_failed',
    message: 'L’opérateur n’a pas pu être déterminé à partir du numéro.',
    cause:
      'Le champ provider vaut « auto » et le préfixe du numéro n’appartient à aucun opérateur ouvert.',
    remedy: 'Indiquez l’opérateur dans provider.',
  },
  payment_method_unavailable: {
    http: 422,
    type: 'payment_failed',
    message: 'Ce moyen de paiement n’est pas ouvert pour votre service.',
    cause: 'Le moyen de paiement demandé n’est pas activé.',
    remedy: 'Consultez GET /v2/payment-methods.',
  },
  exchange_rate_unavailable: {
    http: 422,
    type: 'payment_failed',
    message: 'Aucun taux de change n’est disponible pour ces devises[ ({from} vers {to})].',
    cause: 'Le taux manque ou n’est plus à jour.',
    remedy: 'Utilisez une autre devise, ou réessayez plus tard.',
  },
  quote_mismatch: {
    http: 422,
    type: 'payment_failed',
    message: 'Ce devis a été fait pour une autre demande[ : {field} diffère].',
    cause: 'Montant, devise, opérateur, moyen, numéro ou type de clé ne sont pas ceux du devis.',
    remedy: 'Envoyez ce qui a été chiffré, ou demandez un nouveau devis.',
  },
  recipient_not_authorized: {
    http: 422,
    type: 'payment_failed',
    message: 'Ce bénéficiaire n’est pas autorisé.',
    cause: 'Le numéro ou le compte n’est pas un compte autorisé et actif du service.',
    remedy: 'Ajoutez le compte dans le portail et attendez son activation.',
  },
  insufficient_balance: {
    http: 422,
    type: 'payment_failed',
    message: 'Le solde disponible est insuffisant[ : {available} {currency} disponibles].',
    cause: 'Le montant et les frais dépassent le solde disponible.',
    remedy: 'Réduisez le montant, ou attendez la mise à disposition des fonds.',
  },
  payout_amount_too_small: {
    http: 422,
    type: 'payment_failed',
    message: 'Le montant du retrait est trop petit[ : le minimum est de {min_amount} {currency}].',
    cause: 'Le montant est sous le minimum des retraits.',
    remedy: 'Augmentez le montant.',
  },
  payout_amount_too_large: {
    http: 422,
    type: 'payment_failed',
    message: 'Le montant du retrait est trop grand[ : le maximum est de {max_amount} {currency}].',
    cause: 'Le montant dépasse le maximum des retraits.',
    remedy: 'Réduisez le montant, ou faites plusieurs retraits.',
  },
  payouts_temporarily_unavailable: {
    http: 422,
    type: 'payment_failed',
    message: 'Les retraits sont momentanément indisponibles.',
    cause: 'Les retraits sont suspendus pour cet opérateur ou pour le service.',
    remedy: 'Réessayez plus tard.',
  },
  bank_account_ambiguous: {
    http: 422,
    type: 'payment_failed',
    message: 'Plusieurs comptes sont autorisés dans cette banque : précisez bank_account_id.',
    cause: 'Le service a plusieurs comptes autorisés dans cette banque.',
    remedy: 'Envoyez bank_account_id.',
  },
  refund_amount_too_large: {
    http: 422,
    type: 'payment_failed',
    message: 'Le montant dépasse ce qui reste à rembourser[ : {available} {currency}].',
    cause: 'Le total des remboursements dépasserait le montant payé.',
    remedy: 'Réduisez le montant.',
  },
  written_off_out_of_range: {
    http: 422,
    type: 'validation_error',
    message:
      'La part à la charge du service n’est pas possible[ : de {min_amount} à {max_amount} {currency}].',
    cause:
      'Le service ne peut porter plus que le montant du désaccord, ni moins que ce que le titulaire n’a plus de ce paiement.',
    remedy: 'Corrigez written_off, ou ne l’envoyez pas.',
  },
} satisfies Record<string, ErrorEntry>
