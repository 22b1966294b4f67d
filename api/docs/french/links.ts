/** The reference's French texts about payment links and cash-desk QR codes, by their English sentence. */
export const links = {
  'Creates a QR code for a fixed amount, which can be paid once by whoever scans it. Terminal and cashier are those of the key. At most 30 a minute per terminal.':
    'Fait un code QR pour un montant fixe ; qui le scanne le paie, une seule fois. Terminal et caissier sont ceux de la clé. 30 par minute au plus pour un terminal.',
  'A value that you choose for this one operation, 1 to 128 letters, digits, `-` and `_`, such as a UUID. Sent again with the same body, it returns the same answer and nothing happens twice; kept for 72 hours.':
    'Une valeur à vous pour cette seule opération, de 1 à 128 lettres, chiffres, `-` et `_` : un UUID convient. Renvoyée avec le même corps, elle donne la même réponse et rien ne se passe deux fois ; gardée 72 heures.',
  'Currency of `amount`; defaults to the service’s.':
    'Devise de `amount` ; celle du service si rien n’est dit.',
  'How many seconds the QR code can be paid.':
    'Secondes pendant lesquelles le code QR peut être payé.',
  'What the payment is for, returned as sent. At most 255 characters.':
    'À quoi sert le paiement, rendu tel qu’envoyé. 255 caractères au plus.',
  'Amount in units of `currency`, as a JSON number greater than 0: 1000 is 1000 XOF, 12.5 is 12.50 EUR. Never a string, never minor units. XOF has no decimals.':
    'Montant en unités de `currency`, un nombre JSON supérieur à 0 : 1000 pour 1000 XOF, 12.5 pour 12,50 EUR. Jamais un texte, jamais des centimes. Le XOF n’a pas de décimales.',
  'Id of the QR code.': 'Identifiant du code QR.',
  'Channel of its sale.': 'Canal de sa vente.',
  'Seconds left while open, otherwise 0.': 'Secondes qui restent tant qu’il est ouvert, 0 ensuite.',
  'When it expires, in UTC.': 'Date d’expiration, en UTC.',
  'What the QR code contains: the payment page.':
    'Ce que contient le code QR : la page de paiement.',
  'Terminal that created it.': 'Terminal qui l’a fait.',
  'Cashier who created it.': 'Caissier qui l’a fait.',
  'Latest payment started with it; null before the first one.':
    'Dernier paiement qu’il a lancé ; `null` avant le premier.',
  'The amount as the customer sees it.': 'Le montant tel que le client le voit.',
  'True when the price is in another currency.': 'Vrai quand le prix est dans une autre devise.',
  'Price in this currency; null if the payer chooses it.':
    'Le prix dans cette devise ; `null` si le payeur le choisit.',
  'When it was cancelled, in UTC.': 'Date d’annulation, en UTC.',
  'Requested from the customer, before fees that they bear.':
    'Demandé au client, avant les frais qu’il supporte.',
  'The QR code in its current state, with its latest payment. With `wait`, the answer is delayed until the next change, for up to 5 seconds. Show the payment as received when `status` is `succeeded`.':
    'Le code QR dans son état actuel, avec son dernier paiement. Avec `wait`, la réponse attend son prochain changement, 5 secondes au plus. Affichez le paiement comme reçu quand `status` est `succeeded`.',
  'Id of the cash-desk QR code, as returned when it was created.':
    'Identifiant du code QR de caisse, donné par la réponse à sa création.',
  'Withdraws an open QR code. Cancelling again changes nothing; one that is being paid or has been paid is refused.':
    'Reprend un code QR ouvert. L’annuler une fois de plus ne change rien ; un code en cours de paiement ou déjà payé est refusé.',
  'What a payer sees before paying. No key is needed.':
    'Ce que voit un payeur avant de payer. Aucune clé n’est demandée.',
  'Id of the payment link or of the cash-desk QR code: the last part of its address.':
    'Identifiant du lien de paiement ou du code QR de caisse : la dernière partie de son adresse.',
  'A link, or the QR code of a cash desk.': 'Un lien, ou le code QR d’une caisse.',
  'Title.': 'Titre.',
  'What is paid for.': 'Ce qui est payé.',
  'Whether it can be paid: only `active` can.':
    'Indique s’il peut être payé : seul `active` peut l’être.',
  'True when it can be paid.': 'Vrai quand il peut être payé.',
  'Smallest price a payer may choose.': 'Plus petit prix que le payeur peut choisir.',
  'Largest price a payer may choose.': 'Plus grand prix que le payeur peut choisir.',
  'Whether it can be paid more than once.': 'Indique s’il peut être payé plus d’une fois.',
  'How many times at most; null if there is no limit.':
    'Combien de fois, au plus ; `null` sans limite.',
  'How many times it was paid.': 'Combien de fois il a été payé.',
  'Until when, in UTC; null if there is no end.': 'Jusqu’à quand, en UTC ; `null` sans fin.',
  'What the page asks the payer for.': 'Ce que la page demande au payeur.',
  'The name is asked for.': 'Le nom est demandé.',
  'The e-mail address is asked for.': 'L’adresse e-mail est demandée.',
  'The number is asked for.': 'Le numéro est demandé.',
  'The merchant’s own questions.': 'Les questions du marchand.',
  'Its name in `custom_fields` and `metadata`.': 'Son nom dans `custom_fields` et `metadata`.',
  'The question.': 'La question.',
  'Kind of answer.': 'Sorte de réponse.',
  'Whether it must be answered.': 'Indique si une réponse est obligatoire.',
  'Where the payer goes after paying.': 'Où va le payeur après avoir payé.',
  'What the payer reads after paying.': 'Ce que lit le payeur après avoir payé.',
  'Who is paid.': 'Qui est payé.',
  'The payment page.': 'La page de paiement.',
  'The same as a QR code.': 'La même, en code QR.',
  'The price as the payer sees it.': 'Le prix tel que le payeur le voit.',
  'When it was last changed, in UTC.': 'Date du dernier changement, en UTC.',
  'Price; null if the payer chooses it.': 'Prix ; `null` si le payeur le choisit.',
  'Changes the fields that you send, for payments from now on; fields left out stay as they are. Amounts and currency cannot change.':
    'Change ce que vous en dites, pour les paiements à venir ; ce que vous n’envoyez pas reste, et ses montants et sa devise ne changent pas.',
  'What the customer buys.': 'Ce que le client achète.',
  'More about what is sold.': 'Plus de détails sur ce qui est vendu.',
  'Your own reference for the sale, which need not be unique: 1 to 64 letters, digits and `_ . : / -`. Webhooks of its payments carry it as `externalId`; the payments have their own references, and this one in `metadata.service_link_reference`, one of their 20 keys.':
    'Votre propre référence de la vente, qui peut servir plusieurs fois : 1 à 64 lettres, chiffres et `_ . : / -`. Les webhooks de ses paiements la portent dans `externalId` ; les paiements ont leurs propres références, et celle-ci dans `metadata.service_link_reference`, l’une de leurs 20 clés.',
  'How many times it can be paid: 1 by default for a new link, null for no limit.':
    'Combien de fois il peut être payé : 1 pour un nouveau lien qui ne le dit pas, `null` sans limite.',
  'Last moment to pay, ISO 8601; null if there is no end.':
    'Dernier moment pour payer, ISO 8601 ; `null` sans fin.',
  'Where the customer goes after paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port.':
    'Où va le client après avoir payé : `https`, sans mot de passe ; en test aussi `http://localhost` ou `http://127.0.0.1`, avec n’importe quel port.',
  'Where the customer goes without paying: `https`, without a password; in sandbox also `http://localhost` or `http://127.0.0.1`, on any port.':
    'Où va le client sans avoir payé : `https`, sans mot de passe ; en test aussi `http://localhost` ou `http://127.0.0.1`, avec n’importe quel port.',
  'The site that may embed the page, with `checkout.js`.':
    'Le site qui peut montrer la page par-dessus la sienne, avec `checkout.js`.',
  'The site that may embed the page, with `checkout.js`: only its origin, without a path or a trailing `/`.':
    'Le site qui peut montrer la page par-dessus la sienne, avec `checkout.js` : son nom seul, sans chemin ni `/` à la fin.',
  'Whether the customer must give an e-mail address; true by default for a new link.':
    'Indique si le client doit donner une adresse e-mail ; vrai pour un nouveau lien qui ne le dit pas.',
  'Your own data, returned as sent and in webhooks: at most 20 keys of 40 characters (`a-z`, `0-9`, `_`; the prefix `service_` is reserved), each with a string of at most 500 characters.':
    'Vos propres données, rendues telles qu’envoyées et dans les webhooks : 20 clés au plus, de 40 caractères au plus (`a-z`, `0-9`, `_` ; le préfixe `service_` est réservé), chacune avec un texte de 500 caractères au plus.',
  'The payment page: send your customer there.': 'La page de paiement : envoyez-y votre client.',
  'More about it.': 'Plus de détails.',
  'Your own reference: it is added to the return address, and is in `metadata.service_link_reference` of each payment.':
    'Votre propre référence : elle revient dans l’adresse de retour, et figure dans `metadata.service_link_reference` de chaque paiement.',
  'Currency of its amounts.': 'Devise de ses montants.',
  'Smallest price a customer may choose.': 'Plus petit prix que le client peut choisir.',
  'Largest price a customer may choose.': 'Plus grand prix que le client peut choisir.',
  'How many times it can be paid; null if there is no limit.':
    'Combien de fois il peut être payé ; `null` sans limite.',
  'Payments that succeeded.': 'Nombre de paiements réussis.',
  'Sum of the prices paid, in units of `currency`.':
    'Somme des prix payés, en unités de `currency`.',
  'Until when it can be paid, in UTC; null if there is no end.':
    'Jusqu’à quand il peut être payé, en UTC ; `null` sans fin.',
  'Where the customer goes after paying.': 'Où va le client après avoir payé.',
  'Where the customer goes without paying.': 'Où va le client sans avoir payé.',
  'Whether the customer’s e-mail address is asked for.':
    'Indique si l’adresse e-mail du client est demandée.',
  'Fixed price; null if the customer chooses it.': 'Prix fixe ; `null` si le client le choisit.',
  'Creates a link for a sale: send your customer to its `url`; a webhook notifies you of the payment. Give `amount`, or let the customer choose between `min_amount` and `max_amount`. It can be paid once unless `max_payments` says otherwise. With an `Idempotency-Key`, sending the request again creates no second link.':
    'Fait un lien pour une vente : envoyez votre client à son `url`, un webhook vous dira le paiement. Donnez `amount`, ou laissez le client choisir entre `min_amount` et `max_amount`. Il est payé une seule fois, sauf si `max_payments` dit autre chose. Avec une `Idempotency-Key`, l’envoyer de nouveau n’en fait pas un second.',
  'Currency of the amounts; defaults to that of the service.':
    'Devise des montants ; celle du service si rien n’est dit.',
  'Smallest price a customer may choose, if there is no `amount`.':
    'Plus petit prix que le client peut choisir, quand il n’y a pas de `amount`.',
  'Largest price a customer may choose, if there is no `amount`.':
    'Plus grand prix que le client peut choisir, quand il n’y a pas de `amount`.',
  'Fixed price, in units of `currency`.': 'Prix fixe, en unités de `currency`.',
  'Links of the service in the key’s mode, newest first; including those created in the portal.':
    'Les liens du service dans le mode de la clé, les plus récents d’abord ; ceux créés dans le portail aussi.',
  'One link as its merchant sees it, in any state.':
    'Un lien tel que son marchand le voit, quoi qu’il soit devenu.',
  'Closes it for good; a payment under way continues to its end.':
    'Le ferme définitivement ; un paiement en cours va jusqu’à sa fin.',
  'The payment methods that accept the price of the link; if the payer chooses the price, those that accept `amount`.':
    'Les moyens de paiement qui acceptent le prix du lien ; si le payeur choisit le prix, ceux qui acceptent `amount`.',
  'What paying the link would cost; refused if the payment itself would be refused.':
    'Ce que coûterait de payer le lien ; refusé là où le paiement lui-même le serait.',
  'How the payer is debited; `mobile_money` by default.':
    'Comment le payeur est débité ; `mobile_money` si rien n’est dit.',
  'Currency of `amount`: that of the link.': 'Devise de `amount` : celle du lien.',
  'If the payer chooses the price: their choice. If the price is fixed: the price they were shown, or nothing.':
    'Si le payeur choisit le prix : ce qu’il choisit. Si le prix est fixe : ce qui lui a été montré, ou rien.',
  'Id of the quote. If the quote was requested with `Service-Version: 2.6.0`, one payment may name it as `quote_id`.':
    'Identifiant du devis. Demandé avec `Service-Version: 2.6.0`, il peut être nommé dans `quote_id` par un paiement.',
  'Channel that the price is for.': 'Canal auquel le prix s’applique.',
  'How it would be paid.': 'Comment il serait payé.',
  'Total that would be debited.': 'Total qui serait débité.',
  'What rounding adds to the total.': 'Ce que l’arrondi ajoute au total.',
  'What you would receive; left out on routes that need no key.':
    'Ce que vous recevriez ; absent quand aucune clé n’est demandée.',
  'Limits of the operator, if there are any.': 'Limites de l’opérateur, s’il y en a.',
  'Smallest amount.': 'Plus petit montant.',
  'Largest amount.': 'Plus grand montant.',
  'Amounts as the payer would see them.': 'Montants tels que le payeur les verrait.',
  'Until when it is binding; null without `Service-Version: 2.6.0`, when it is not binding.':
    'Jusqu’à quand il engage ; `null` sans `Service-Version: 2.6.0`, où il n’engage personne.',
  'The price.': 'Le prix.',
  'A collection that the payer requests, without a key. Everything about the sale comes from the link; name, e-mail address and number are required if the link asks for them.':
    'Un encaissement que le payeur demande, sans clé. Ce qui concerne la vente est dit par le lien ; quand il demande le nom, l’adresse e-mail ou le numéro, ils sont obligatoires.',
  'Who pays, if the link asks for it: `collect` says whether the e-mail address is required.':
    'Qui paie, quand le lien le demande : `collect` dit si l’adresse e-mail est obligatoire.',
  'Name of the payer.': 'Nom du payeur.',
  'E-mail address of the payer.': 'Adresse e-mail du payeur.',
  'A card as its holder typed it. It is passed to the acquirer and never stored. If you send card numbers through your own server, it falls under PCI DSS.':
    'La carte telle que son porteur l’a tapée. Elle est remise à l’acquéreur et n’est jamais gardée. Faire passer des numéros de carte par votre propre serveur le soumet à PCI DSS.',
  'Card number, digits only.': 'Numéro de la carte, chiffres seuls.',
  'Month of expiry.': 'Mois d’expiration.',
  'Year of expiry, four digits.': 'Année d’expiration, sur quatre chiffres.',
  'Security code of the card.': 'Cryptogramme de la carte.',
  'Answers to the questions of the link, by their `key`.':
    'Réponses aux questions du lien, sous leur `key`.',
  'A payment that was requested through the link, masked, whatever the state of the link.':
    'Un paiement demandé par le lien, masqué, quoi que le lien soit devenu depuis.',
  'The receipt of a successful payment of the link: in full with its `receipt_token`, otherwise masked.':
    'Le reçu d’un paiement réussi du lien : complet avec son `receipt_token`, masqué sinon.',
} as const satisfies Readonly<Record<string, string>>
