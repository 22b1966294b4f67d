import type { ErrorEntry } from './entry.ts'

/** Card errors: 422 `validation_error`. No message repeats any part of the card. */
export const cardErrors = {
  invalid_card: {
    http: 422,
    type: 'validation_error',
    message: 'Le champ card accompagne un paiement par carte, et lui seul.',
    cause:
      'Le champ card n’est pas un objet, ou accompagne un autre moyen de paiement que la carte.',
    remedy: 'Envoyez card avec number, exp_month, exp_year et cvc si payment_method vaut card.',
  },
  invalid_card_number: {
    http: 422,
    type: 'validation_error',
    message: 'Le numéro de la carte n’est pas valide.',
    cause:
      'Le numéro n’est pas un texte de 12 à 19 chiffres, n’a pas la longueur de son réseau, ou sa clé de contrôle est fausse.',
    remedy: 'Envoyez number comme un texte, sans espaces, et invitez le payeur à le vérifier.',
  },
  unsupported_card_network: {
    http: 422,
    type: 'validation_error',
    message: 'Ce type de carte n’est pas accepté.',
    cause: 'Le numéro n’est ni celui d’une carte Visa, ni Mastercard, ni American Express.',
    remedy: 'Invitez le payeur à utiliser une autre carte.',
  },
  invalid_card_expiry: {
    http: 422,
    type: 'validation_error',
    message: 'La date d’expiration de la carte n’est pas valide.',
    cause: 'Le mois n’est pas un entier de 1 à 12, ou l’année un entier de quatre chiffres.',
    remedy: 'Envoyez exp_month et exp_year comme des entiers, par exemple 7 et 2030.',
  },
  expired_card: {
    http: 422,
    type: 'validation_error',
    message: 'La carte a expiré.',
    cause: 'Le mois d’expiration est passé.',
    remedy: 'Invitez le payeur à utiliser une autre carte.',
  },
  invalid_card_cvc: {
    http: 422,
    type: 'validation_error',
    message: 'Le cryptogramme de la carte n’est pas valide.',
    cause: 'Le cryptogramme n’a pas 3 chiffres, ou 4 pour American Express.',
    remedy: 'Envoyez cvc comme un texte, et invitez le payeur à le vérifier.',
  },
} satisfies Record<string, ErrorEntry>
