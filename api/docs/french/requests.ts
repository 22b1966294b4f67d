/** The reference's French texts about collections, payouts, quotes and their fields, by their English sentence. */
export const requests = {
  'Asks a payer for money, by Mobile Money, card or direct debit. The answer is `202` with a transaction that is `pending`: its end comes by the webhook `payment.success` or `payment.failed`, and is read with `getTransaction`. A card or direct debit may need the payer to go to `next_action.url`. Send a `reference` of your own for each order: a second payment for it is then refused with `duplicate_reference`.':
    'Demande de l’argent à un payeur, par Mobile Money, carte ou prélèvement. La réponse est `202` avec une transaction `pending` : son issue vient par le webhook `payment.success` ou `payment.failed`, et se lit avec `getTransaction`. Une carte ou un prélèvement peut demander que le payeur aille à `next_action.url`. Envoyez une `reference` à vous pour chaque commande : un second paiement pour elle est alors refusé avec `duplicate_reference`.',
  'The version whose additions the request uses. Without it, the version before answers, without them.':
    'La version dont la requête utilise les ajouts. Sans cet en-tête, la version précédente répond, sans ces ajouts.',
  'Who pays. Required with a secret or public key and through a payment link; optional at a terminal or cash desk.':
    'Qui paie. Obligatoire avec une clé secrète ou publique et par un lien de paiement ; facultatif sur un terminal ou à une caisse.',
  'Currency of `amount`: upper-case ISO 4217. `GET /v2/currencies` lists those that are active.':
    'Devise de `amount` : ISO 4217 en majuscules. `GET /v2/currencies` liste celles qui sont actives.',
  'Your own reference of the order, unique in each mode: a second payment for it is refused with `duplicate_reference`. 1 to 64 letters, digits and `_ . : / -`. Left out, the service makes one.':
    'Votre propre référence de la commande, unique dans chaque mode : un second paiement pour elle est refusé avec `duplicate_reference`. De 1 à 64 lettres, chiffres et `_ . : / -`. Si vous n’en envoyez pas, le service en fait une.',
  'Id of a quote that was asked for with `Service-Version: 2.6.0`: the payment is charged as quoted, whatever rates and fees have become. It holds until `expires_at` of the quote, for one payment of the same amount, currency, operator, method and number. Needs `Service-Version: 2.6.0`.':
    'Identifiant d’un devis demandé avec `Service-Version: 2.6.0` : le paiement est débité comme le devis l’a dit, quels que soient devenus les taux et les frais. Il vaut jusqu’au `expires_at` du devis, pour un seul paiement du même montant, dans la même devise, avec le même opérateur, le même moyen et le même numéro. Demande `Service-Version: 2.6.0`.',
  'Sends money from your balance to an authorized account of yours: by Mobile Money at once, or by bank transfer, which the service makes by hand (live mode alone). The answer is `202` with a transaction that is `pending`; its end comes by the webhooks `withdrawal.*`. Accounts are authorized in the portal first.':
    'Envoie de l’argent de votre solde à un de vos comptes autorisés : par Mobile Money aussitôt, ou par virement bancaire, que le service fait à la main (mode réel seulement). La réponse est `202` avec une transaction `pending` ; son issue vient par les webhooks `withdrawal.*`. Les comptes s’autorisent d’abord dans le portail.',
  'Always `XOF`.': 'Toujours `XOF`.',
  '`mtn-benin`, `moov-benin` or `auto` for Mobile Money; `uba-benin`, `ecobank-benin` or `boa-benin` for a bank transfer.':
    '`mtn-benin`, `moov-benin` ou `auto` pour Mobile Money ; `uba-benin`, `ecobank-benin` ou `boa-benin` pour un virement bancaire.',
  'Mobile Money: the beneficiary’s number, in international format without `+`. It is an authorized account of yours.':
    'Mobile Money : le numéro du bénéficiaire, au format international sans `+`. C’est un de vos comptes autorisés.',
  'Bank transfer: the authorized account. Needed where you have several at the bank.':
    'Virement bancaire : le compte autorisé. Obligatoire si vous en avez plusieurs à la banque.',
  'What a payment would cost and bring, refused where the payment itself would be. Leave `phone` out to quote before it is known, but with `provider: auto` for Mobile Money it is needed. A quote of a payout needs the secret key. With `Service-Version: 2.6.0` it is kept until `expires_at`: a payment that names it as `quote_id` is charged as quoted.':
    'Ce qu’un paiement coûterait et rapporterait ; refusé là où le paiement lui-même le serait. N’envoyez pas `phone` pour un devis avant que le numéro soit connu ; avec `provider: auto` pour Mobile Money, il est pourtant obligatoire. Le devis d’un retrait demande la clé secrète. Avec `Service-Version: 2.6.0`, il est gardé jusqu’à `expires_at` : un paiement qui le nomme dans `quote_id` est débité comme le devis l’a dit.',
  'What the quote is for; `collection` when left out.':
    'À quoi sert le devis ; `collection` si rien n’est dit.',
  'How it would be paid; `mobile_money` when left out.':
    'Comment il serait payé ; `mobile_money` si rien n’est dit.',
} as const satisfies Readonly<Record<string, string>>
