/** The reference's French texts about keys, balances, methods, numbers and currencies, by their English sentence. */
export const service = {
  'Returns the kind of the key, its mode and its service: a good first call.':
    'Dit ce qu’est la clé, dans quel mode, et de quel service : un bon premier appel.',
  'Id of the key.': 'Identifiant de la clé.',
  'Name of the kind of object.': 'Nom de la sorte d’objet.',
  'Kind of the key.': 'Sorte de clé.',
  'Mode of the key.': 'Mode de la clé.',
  'Channel of the payments it requests.': 'Canal des paiements qu’elle demande.',
  'The service that the key belongs to.': 'Le service auquel la clé appartient.',
  'Id of the service.': 'Identifiant du service.',
  'Its name in the portal.': 'Son nom dans le portail.',
  'Its name for payers.': 'Son nom pour les payeurs.',
  'Currency that its payers see.': 'Devise que voient ses payeurs.',
  'Terminal of a terminal key or session token.':
    'Terminal d’une clé de terminal ou d’un jeton de caisse.',
  'Id of the terminal.': 'Identifiant du terminal.',
  'Its label.': 'Son nom, tel que vous l’avez choisi.',
  'Where it is; null if not set.': 'Là où il se trouve ; `null` si ce n’est pas dit.',
  'Id of the point of sale.': 'Identifiant du point de vente.',
  'Its name.': 'Son nom.',
  'Cashier of a session token.': 'Caissier d’un jeton de caisse.',
  'Id of the collaborator.': 'Identifiant du collaborateur.',
  'Name of the collaborator.': 'Nom du collaborateur.',
  'The methods that are open to your service and channel, with limits and the number each expects. With `amount`, `currency` or `country`, only those that accept it.':
    'Les moyens ouverts à votre service et à votre canal, avec leurs limites et le numéro que chacun attend. Avec `amount`, `currency` ou `country`, seuls ceux qui conviennent.',
  'Currency that the methods must accept; defaults to the service’s.':
    'Devise que les moyens doivent accepter ; celle du service si rien n’est dit.',
  'Country of the operator (ISO 3166-1).': 'Pays de l’opérateur (ISO 3166-1).',
  'Amount that the methods must accept, in units of `currency`.':
    'Montant que les moyens doivent accepter, en unités de `currency`.',
  'Code of the operator.': 'Code de l’opérateur.',
  'Code to send as `provider`.': 'Code à envoyer dans `provider`.',
  'Name to show.': 'Nom à afficher.',
  'How it debits the payer.': 'Comment le payeur est débité.',
  'Network; null for a card.': 'Réseau ; `null` pour une carte.',
  'Country (ISO 3166-1).': 'Pays (ISO 3166-1).',
  'Currency of the operator.': 'Devise de l’opérateur.',
  'Decimals of that currency.': 'Décimales de cette devise.',
  'Currencies that a price may be in.': 'Devises dans lesquelles un prix peut être donné.',
  'Smallest amount, in `currency`.': 'Plus petit montant, en `currency`.',
  'Largest amount, in `currency`.': 'Plus grand montant, en `currency`.',
  'The service’s currency.': 'La devise du service.',
  'Smallest amount in it, rounded up.':
    'Plus petit montant dans cette devise, arrondi vers le haut.',
  'Largest amount in it, rounded down.':
    'Plus grand montant dans cette devise, arrondi vers le bas.',
  'The operator’s general commission.': 'La commission générale de l’opérateur.',
  'Percentage or fixed amount.': 'Pourcentage ou montant fixe.',
  'The percentage, or the amount.': 'Le pourcentage, ou le montant.',
  'Who bears it.': 'Qui les supporte.',
  'The number it expects; null for a card.': 'Le numéro attendu ; `null` pour une carte.',
  'Digits of the national number.': 'Nombre de chiffres du numéro national.',
  'Digits of a prefix.': 'Nombre de chiffres d’un préfixe.',
  'Prefixes of the operator’s numbers; empty if any number is accepted.':
    'Préfixes des numéros de l’opérateur ; aucun si tous conviennent.',
  'Calling code to put in front of the number.': 'Indicatif à mettre devant.',
  'Logo.': 'Logo.',
  'Checks a number as a collection would, and returns it in international format with its country.':
    'Vérifie un numéro comme le ferait un encaissement, et le répond au format international avec son pays.',
  'Phone number in international format without `+`: country code, then national number. For Benin 229, then 01 and eight digits. A leading `+` or `00`, spaces, dots, hyphens and parentheses are accepted.':
    'Numéro de téléphone au format international sans `+` : l’indicatif du pays, puis le numéro national. Pour le Bénin 229, puis 01 et huit chiffres. Un `+` ou un `00` au début, les espaces, points, tirets et parenthèses sont acceptés.',
  'Who moves the money: `auto` finds the operator from the number (or the acquirer of the payment method); `mtn-benin` and `moov-benin` name it. `GET /v2/payment-methods` lists those that are open to you.':
    'Qui déplace l’argent : `auto` trouve l’opérateur d’après le numéro (ou l’acquéreur du moyen de paiement) ; `mtn-benin` et `moov-benin` le nomment. `GET /v2/payment-methods` liste ceux qui vous sont ouverts.',
  'Country of the number (ISO 3166-1). It never completes a number: it only checks the country code, and distinguishes countries that share one.':
    'Pays du numéro (ISO 3166-1). Il ne complète rien : il vérifie seulement l’indicatif, et distingue les pays qui en partagent un.',
  'The number.': 'Le numéro.',
  'International format without `+`.': 'Format international sans `+`.',
  'Its country (ISO 3166-1).': 'Son pays (ISO 3166-1).',
  'What you can withdraw, what is being made available, and what awaits confirmation, in the mode of the key.':
    'Ce que vous pouvez retirer, ce qui est en cours de mise à disposition et ce qui attend confirmation, dans le mode de la clé.',
  'Id of the service in this mode.': 'Identifiant du service dans ce mode.',
  'Currency of the amounts.': 'Devise des montants.',
  'Can be withdrawn now.': 'Peut être retiré maintenant.',
  'Collected and being made available.': 'Encaissé, en cours de mise à disposition.',
  'Awaits confirmation of receipt.': 'Attend la confirmation de réception.',
  'Payments that await confirmation.': 'Nombre de paiements qui l’attendent.',
  'A French sentence about it, to be shown as it is.':
    'Une phrase en français à ce sujet, à afficher telle quelle.',
  'True in sandbox, where nothing is withheld.': 'Vrai en mode test, où rien n’est retenu.',
  'When it was computed, in UTC.': 'Moment du calcul, en UTC.',
  'The currencies that prices may be in now: the pivot, those with a fixed parity, and the floating ones that have a rate.':
    'Les devises dans lesquelles un prix peut être donné maintenant : la devise pivot, celles à parité fixe, et les flottantes qui ont un taux.',
  'ISO 4217 code.': 'Code ISO 4217.',
  'ISO 4217 number.': 'Numéro ISO 4217.',
  'French name.': 'Nom français.',
  'Symbol.': 'Symbole.',
  'Decimals of an amount in it.': 'Décimales d’un montant dans cette devise.',
  'What totals are rounded to.': 'À quoi les totaux sont arrondis.',
  '`pivot` is the currency of balances, `fixed` has a fixed parity, `floating` a rate.':
    '`pivot` est la devise des soldes, `fixed` a une parité fixe, `floating` un taux.',
  'Its fixed parity, if it has one.': 'Sa parité fixe, si elle en a une.',
  'The other currency.': 'L’autre devise.',
  'What one unit of it is.': 'Ce que vaut une unité de cette autre devise.',
  'Whether prices may be in it now.': 'Indique si un prix peut être dans cette devise maintenant.',
  'The current rate between two currencies.': 'Le taux du moment entre deux devises.',
  'Currency to convert from.': 'Devise de départ.',
  'Currency to convert to.': 'Devise d’arrivée.',
  'Both codes.': 'Les deux codes.',
  'From this currency.': 'De cette devise.',
  'To this one.': 'Vers celle-ci.',
  '1 unit of `to` in `from`.': '1 unité de `to` en `from`.',
  'What kind of rate it is.': 'Quelle sorte de taux c’est.',
  'Who published it.': 'Qui l’a publié.',
  'The service’s margin; left out if payers may read the answer.':
    'La marge du service ; absente quand un payeur lit.',
  'When it was published, in UTC.': 'Date de publication, en UTC.',
  'Until when it is valid, in UTC.': 'Jusqu’à quand il vaut, en UTC.',
} as const satisfies Readonly<Record<string, string>>

/** The reference's French texts about collections, payouts, quotes and their fields, by their English sentence. */
export const requests = {
  'Requests money from a payer, by Mobile Money, card or direct debit. The answer is `202` with a transaction that is `pending`: its outcome arrives by the webhook `payment.success` or `payment.failed`, and can be read with `getTransaction`. For a card or direct debit the payer may have to go to `next_action.url`. Send your own `reference` for each order: a second payment for it is then refused with `duplicate_reference`.':
    'Demande de l’argent à un payeur, par Mobile Money, carte ou prélèvement. La réponse est `202` avec une transaction `pending` : son issue vient par le webhook `payment.success` ou `payment.failed`, et se lit avec `getTransaction`. Une carte ou un prélèvement peut demander que le payeur aille à `next_action.url`. Envoyez une `reference` à vous pour chaque commande : un second paiement pour elle est alors refusé avec `duplicate_reference`.',
  'The version whose additions the request uses. Without it, the previous version answers, without them.':
    'La version dont la requête utilise les ajouts. Sans cet en-tête, la version précédente répond, sans ces ajouts.',
  'Who pays. Required with a secret or public key and through a payment link; optional at a terminal or cash desk.':
    'Qui paie. Obligatoire avec une clé secrète ou publique et par un lien de paiement ; facultatif sur un terminal ou à une caisse.',
  'Currency of `amount`: upper-case ISO 4217. `GET /v2/currencies` lists those that are active.':
    'Devise de `amount` : ISO 4217 en majuscules. `GET /v2/currencies` liste celles qui sont actives.',
  'Your own reference for the order, unique in each mode: a second payment for it is refused with `duplicate_reference`. 1 to 64 letters, digits and `_ . : / -`. If left out, the service generates one.':
    'Votre propre référence de la commande, unique dans chaque mode : un second paiement pour elle est refusé avec `duplicate_reference`. De 1 à 64 lettres, chiffres et `_ . : / -`. Si vous n’en envoyez pas, le service en fait une.',
  'Id of a quote that was requested with `Service-Version: 2.6.0`: the payment is charged as quoted, even if rates or fees have changed. It is valid until `expires_at` of the quote, for one payment of the same amount, currency, operator, method and number. Needs `Service-Version: 2.6.0`.':
    'Identifiant d’un devis demandé avec `Service-Version: 2.6.0` : le paiement est débité comme le devis l’a dit, quels que soient devenus les taux et les frais. Il vaut jusqu’au `expires_at` du devis, pour un seul paiement du même montant, dans la même devise, avec le même opérateur, le même moyen et le même numéro. Demande `Service-Version: 2.6.0`.',
  'Sends money from your balance to one of your authorized accounts: by Mobile Money at once, or by bank transfer, which is made by hand (live mode only). The answer is `202` with a transaction that is `pending`; its outcome arrives by the webhooks `withdrawal.*`. Accounts are authorized in the portal first.':
    'Envoie de l’argent de votre solde à un de vos comptes autorisés : par Mobile Money aussitôt, ou par virement bancaire, que le service fait à la main (mode réel seulement). La réponse est `202` avec une transaction `pending` ; son issue vient par les webhooks `withdrawal.*`. Les comptes s’autorisent d’abord dans le portail.',
  'Always `XOF`.': 'Toujours `XOF`.',
  '`mtn-benin`, `moov-benin` or `auto` for Mobile Money; `uba-benin`, `ecobank-benin` or `boa-benin` for a bank transfer.':
    '`mtn-benin`, `moov-benin` ou `auto` pour Mobile Money ; `uba-benin`, `ecobank-benin` ou `boa-benin` pour un virement bancaire.',
  'Mobile Money: the beneficiary’s number, in international format without `+`. It must be one of your authorized accounts.':
    'Mobile Money : le numéro du bénéficiaire, au format international sans `+`. C’est un de vos comptes autorisés.',
  'Bank transfer: the authorized account. Required if you have several at the bank.':
    'Virement bancaire : le compte autorisé. Obligatoire si vous en avez plusieurs à la banque.',
  'What a payment would cost and yield; refused if the payment itself would be refused. Leave `phone` out to get a quote before you know it, but `provider: auto` for Mobile Money needs it. A quote for a payout needs the secret key. With `Service-Version: 2.6.0` the quote is kept until `expires_at`: a payment that names it as `quote_id` is charged as quoted.':
    'Ce qu’un paiement coûterait et rapporterait ; refusé là où le paiement lui-même le serait. N’envoyez pas `phone` pour un devis avant que le numéro soit connu ; avec `provider: auto` pour Mobile Money, il est pourtant obligatoire. Le devis d’un retrait demande la clé secrète. Avec `Service-Version: 2.6.0`, il est gardé jusqu’à `expires_at` : un paiement qui le nomme dans `quote_id` est débité comme le devis l’a dit.',
  'What the quote is for; `collection` by default.':
    'À quoi sert le devis ; `collection` si rien n’est dit.',
  'How it would be paid; `mobile_money` by default.':
    'Comment il serait payé ; `mobile_money` si rien n’est dit.',
} as const satisfies Readonly<Record<string, string>>
