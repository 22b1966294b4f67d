/** The reference's French texts about transactions, by their English sentence. */
export const transactions = {
  'The transaction as it stands. With `wait`, a pending one is held until its end for up to 5 seconds. Poll every 5 to 10 seconds for two minutes, then every minute for fifteen, beside webhooks.':
    'La transaction dans son état actuel. Avec `wait`, celle qui est en attente n’est répondue qu’à sa fin, 5 secondes au plus. À côté des webhooks, interrogez toutes les 5 à 10 secondes pendant deux minutes, puis chaque minute pendant un quart d’heure.',
  'Id of the transaction, as its creation answered it.':
    'Identifiant de la transaction, donné par la réponse à sa création.',
  'Seconds to hold the answer for a change; more than 5 waits 5. Beyond two waits at once for one key the answer is immediate, with `Service-Wait: skipped`: pause two seconds before you read again.':
    'Secondes pendant lesquelles la réponse attend un changement ; au-delà de 5, c’est 5. Si deux appels d’une même clé attendent déjà, la réponse est immédiate, avec `Service-Wait: skipped` : attendez deux secondes avant de relire.',
  'Id of the transaction.': 'Identifiant de la transaction.',
  'Collection or payout.': 'Encaissement (`collection`) ou retrait (`payout`).',
  'Where it stands.': 'État actuel.',
  'While pending: `awaiting_provider` waits for the payer or the operator, `awaiting_bank_transfer` for the transfer to be made.':
    'Tant qu’elle est en attente : `awaiting_provider` attend le payeur ou l’opérateur, `awaiting_bank_transfer` attend que le virement soit fait.',
  'Live or sandbox.': 'Mode réel ou mode test.',
  'Where it was asked for.': 'Par quel canal le paiement a été demandé.',
  'Your reference, or the one the service made.':
    'Votre référence, ou celle que le service a faite.',
  'As sent.': 'Telle qu’elle a été envoyée.',
  'Currency of the price.': 'Devise du prix.',
  'The fee and its rule.': 'Les frais et leur règle.',
  'Its currency.': 'Sa devise.',
  'The rule it was worked out by.': 'La règle qui a servi au calcul.',
  'Whose rule it is: the narrowest one holds.':
    'De qui vient la règle : la plus étroite l’emporte.',
  'Channel that the rule is of.': 'Canal auquel la règle s’applique.',
  'Terminal that the rule is of.': 'Terminal auquel la règle s’applique.',
  'The fee.': 'Le montant des frais.',
  'Total debited: from the payer (collection), or from your balance, fees included (payout). In XOF a multiple of 5.':
    'Total débité : au payeur (encaissement), ou à votre solde, frais compris (retrait). En XOF, un multiple de 5.',
  'The operator’s currency.': 'La devise de l’opérateur.',
  'What your balance gets, or the recipient.': 'Ce que reçoit votre solde, ou le bénéficiaire.',
  'Currency of the balance.': 'Devise du solde.',
  'The conversion; null without one.': 'La conversion ; `null` s’il n’y en a pas.',
  'Currency that is charged.': 'Devise débitée.',
  '1 unit of `from` in `to`.': '1 unité de `from` en `to`.',
  'Exchange fee, where there is one.': 'Frais de change, s’il y en a.',
  'Currency of `fee`.': 'Devise de `fee`.',
  'Who bears `fee`.': 'Qui supporte `fee`.',
  'Exchange margin; told to the merchant’s own keys alone.':
    'Marge de change ; dite aux seules clés du marchand.',
  'Currency of `margin`.': 'Devise de `margin`.',
  'Margin as a percentage.': 'La marge en pourcentage.',
  'Who bears `margin`.': 'Qui supporte `margin`.',
  'The price in `to`.': 'Le prix en `to`.',
  'Amounts as shown to the payer.': 'Montants tels que le payeur les voit.',
  'The service’s currency at payment time.': 'La devise du service au moment du paiement.',
  'Fees that the payer bears.': 'Frais que supporte le payeur.',
  'Total: `amount` and `fees`, exactly.': 'Total : `amount` et `fees`, exactement.',
  'What the merchant gets; left out where payers read it.':
    'Ce que reçoit le marchand ; absent quand un payeur lit.',
  'Part of `fees` that is an exchange fee.': 'Part des frais de change dans `fees`.',
  'True when the payer bears fees below the smallest unit of the currency.':
    'Vrai quand les frais que supporte le payeur sont inférieurs à la plus petite unité de la devise.',
  '1 XOF in the displayed currency.': '1 XOF dans la devise affichée.',
  '1 unit of the displayed currency in XOF.': '1 unité de la devise affichée, en XOF.',
  'When the rate was set; null for a fixed one.':
    'Quand le taux a été fixé ; `null` pour un taux fixe.',
  'Where it comes from: `origin` no conversion, `fixed` a fixed parity, `transaction` the rate at payment time, `history` or `approx` that of an earlier payment.':
    'D’où vient le taux : `origin`, aucune conversion ; `fixed`, une parité fixe ; `transaction`, le taux au moment du paiement ; `history` ou `approx`, celui d’un paiement plus ancien.',
  'Price.': 'Prix.',
  'Who pays or is paid.': 'Qui paie, ou qui est payé.',
  'Name; `Awa D.` where masked.': 'Nom ; `Awa D.` s’il est masqué.',
  'E-mail address; masked too.': 'Adresse e-mail ; parfois masquée elle aussi.',
  'International number; masked too.': 'Numéro international ; parfois masqué lui aussi.',
  'How.': 'Le moyen de paiement.',
  'How the payment is made.': 'Comment le paiement est fait.',
  'Network, such as `mtn`, `moov` or `visa`.': 'Réseau, comme `mtn`, `moov` ou `visa`.',
  'Last four digits of a card.': 'Quatre derniers chiffres d’une carte.',
  'What the payer must do now; null when there is nothing.':
    'Ce que le payeur doit faire maintenant ; `null` s’il n’y a rien à faire.',
  'What to do: send the payer to `url`.': 'Que faire : envoyer le payeur à `url`.',
  'Where the payer goes on.': 'Où le payeur continue.',
  'The operator, also when it was chosen by `auto`.': 'L’opérateur, aussi quand `auto` l’a choisi.',
  'Terminal it comes from.': 'Terminal d’où vient le paiement.',
  'Staff member who collected.': 'Membre du personnel qui a encaissé.',
  'Payment link it comes from.': 'Lien de paiement d’où vient le paiement.',
  'Id of the link.': 'Identifiant du lien.',
  'Its title.': 'Son titre.',
  'Why it failed or expired; null otherwise.':
    'Pourquoi le paiement a échoué ou expiré ; `null` sinon.',
  'A sentence to show as it is: French, or English with `Accept-Language: en`.':
    'Une phrase à afficher telle quelle : en français, ou en anglais avec `Accept-Language: en`.',
  'Stable code; programs test this.': 'Code stable, que les programmes testent.',
  'Your own data, as it was sent.': 'Vos propres données, telles qu’envoyées.',
  'Collections: whether the net amount can be withdrawn; null for a payout.':
    'Encaissements : si le montant net peut être retiré ; `null` pour un retrait.',
  'Where the money stands. Left out of payouts, and where payers read.':
    'Où en est l’argent. Absent des retraits, et quand un payeur lit.',
  '`available` can be withdrawn; `pending` is being made available; `pending_confirmation` awaits confirmation of receipt; `held` is being verified; `withheld` is kept back. Null where nothing was paid.':
    '`available` : peut être retiré ; `pending` : en cours de mise à disposition ; `pending_confirmation` : attend la confirmation de réception ; `held` : en cours de vérification ; `withheld` : retenu. `null` si rien n’a été payé.',
  'True in sandbox.': 'Vrai en mode test.',
  'What went back to the payer.': 'Ce qui a été rendu au payeur.',
  'When it was created, in UTC.': 'Date de création, en UTC.',
  'When it ended, in UTC.': 'Date de fin, en UTC.',
  'Opens the full receipt without a secret key. In the answer of the creation alone.':
    'Ouvre le reçu complet sans clé secrète. Dans la seule réponse à la création.',
  'Of a bank transfer alone.': 'Pour un virement bancaire seulement.',
  'Where the transfer stands: it can be cancelled while `to_process`.':
    'Où en est le virement : il peut être annulé tant qu’il est `to_process`.',
  'The bank.': 'La banque.',
  'The account, masked.': 'Le compte, masqué.',
  'The bank’s own reference, once known.': 'La référence de la banque, dès qu’elle est connue.',
  'Day of the transfer, once known.': 'Jour du virement, dès qu’il est connu.',
  'The price, in units of `currency`.': 'Le prix, en unités de `currency`.',
  'Your transactions, newest first. Without `created_after` the list covers 90 days; a terminal key sees its own of the last 24 hours. Go on with `cursor` while `meta.has_more` is true.':
    'Vos transactions, les plus récentes d’abord. Sans `created_after`, la liste couvre 90 jours ; une clé de terminal voit les siennes des dernières 24 heures. Continuez avec `cursor` tant que `meta.has_more` est vrai.',
  'How many objects a page holds at most.': 'Nombre d’objets par page, au plus.',
  'Where the page begins: `meta.next_cursor` of the page before, as it is. Keep the other parameters unchanged.':
    'Où la page commence : le `meta.next_cursor` de la page précédente, tel quel. Ne changez pas les autres paramètres.',
  'Statuses to keep, separated by commas.': 'Statuts à garder, séparés par des virgules.',
  'Type to keep.': 'Type à garder.',
  'Channel to keep.': 'Canal à garder.',
  'Terminal to keep, by its id.': 'Terminal à garder, par son identifiant.',
  'Your reference, exactly.': 'Votre référence, exactement.',
  'From this moment on, ISO 8601.': 'À partir de ce moment, ISO 8601.',
  'Before this moment, ISO 8601.': 'Avant ce moment, ISO 8601.',
  'Cancels a bank transfer that is still `to_process`: amount and fee return to the balance at once. Anything else is refused with `cannot_cancel`.':
    'Annule un virement bancaire qui est encore `to_process` : montant et frais reviennent aussitôt sur le solde. Tout le reste est refusé avec `cannot_cancel`.',
  'Says in place of the sandbox operator how a pending payment ends; its run and its webhook follow as for any other. Take a number that ends in `0003` or `0005`, which wait; others decide by themselves within a second or two. In live it is refused.':
    'Dit, à la place de l’opérateur du mode test, comment finit un paiement en attente ; la suite et le webhook viennent comme pour tout autre. Prenez un numéro qui finit par `0003` ou `0005`, qui attend ; les autres décident d’eux-mêmes en une seconde ou deux. En mode réel, c’est refusé.',
  'The version that added this operation: without it, the version before answers.':
    'La version qui a ajouté cette opération : sans cet en-tête, c’est la version d’avant qui répond.',
  'How it ends: `failed` as if the payer had refused; only collections expire.':
    'Comment il finit : `failed` comme si le payeur avait refusé ; seul un encaissement expire.',
  'Rate by which amounts are displayed.': 'Taux auquel les montants sont affichés.',
} as const satisfies Readonly<Record<string, string>>

/** The reference's French texts about receipts, by their English sentence. */
export const receipts = {
  'The receipt of a successful transaction: in full for a secret key, for a terminal’s own sales and with a valid `receipt_token`; else masked. `format=text` adds lines for a printer in `text`.':
    'Le reçu d’une transaction réussie : complet avec une clé secrète, pour les ventes du terminal lui-même et avec un `receipt_token` valable ; masqué sinon. `format=text` ajoute dans `text` les lignes pour une imprimante.',
  '`text` adds lines for a receipt printer in the field `text`; `json` does not. Left out: `text` where a `width` is given, else `json`.':
    '`text` ajoute dans le champ `text` les lignes pour une imprimante de reçus ; `json` non. Si rien n’est dit : `text` quand `width` est donné, `json` sinon.',
  'Columns of the printer, 32 when left out; it asks for the text. `format=json` has none.':
    'Colonnes de l’imprimante, 32 si rien n’est dit ; demande aussi le texte. Pas avec `format=json`.',
  'Token of the creation’s answer: it opens the full receipt. A wrong or an empty one opens the masked one.':
    'Jeton de la réponse à la création : il ouvre le reçu complet. Un jeton faux ou vide ouvre le reçu masqué.',
  'Id of the receipt: that of the transaction.': 'Identifiant du reçu : celui de la transaction.',
  'Who was paid.': 'Qui a été payé.',
  'Name that payers know.': 'Nom que connaissent les payeurs.',
  'Name of the service.': 'Nom du service.',
  'Postal address.': 'Adresse postale.',
  'International number without `+`.': 'Numéro international sans `+`.',
  'E-mail address.': 'Adresse e-mail.',
  'What was paid for.': 'Ce qui a été payé.',
  'Fees that the payer bore.': 'Frais que le payeur a supportés.',
  'Their currency.': 'Leur devise.',
  'Total debited.': 'Total débité.',
  'How it was paid.': 'Comment il a été payé.',
  'Network.': 'Réseau.',
  'As people read it, in French.': 'Tel qu’on le lit, en français.',
  'Amounts as the payer saw them.': 'Montants tels que le payeur les a vus.',
  'Whether the payer is shown in full.': 'Indique si le payeur est montré en entier.',
  'Full number; null when masked.': 'Numéro complet ; `null` s’il est masqué.',
  'The number in groups, full or masked.': 'Le numéro par groupes, complet ou masqué.',
  'Name, full or masked.': 'Nom, complet ou masqué.',
  'E-mail address; null when masked.': 'Adresse e-mail ; `null` si elle est masquée.',
  'The masked number, always.': 'Le numéro masqué, toujours.',
  'Where it was paid.': 'Où le paiement a été fait.',
  'Short French label.': 'Libellé court, en français.',
  'French sentence.': 'Phrase en français.',
  '`payment_link`, `shop_qr`, `checkout_qr`, `shop`, `pos`, `widget` or `api`.':
    '`payment_link`, `shop_qr`, `checkout_qr`, `shop`, `pos`, `widget` ou `api`.',
  'Terminal.': 'Terminal.',
  'Cashier.': 'Caissier.',
  'Number of the receipt.': 'Numéro du reçu.',
  'The operator’s reference.': 'La référence de l’opérateur.',
  'Your reference.': 'Votre référence.',
  'When it was paid, in UTC.': 'Date du paiement, en UTC.',
  'The same in local time.': 'La même en heure locale.',
  'The same in French words.': 'La même en toutes lettres, en français.',
  'Public page that proves the receipt; print it as a QR code.':
    'Page publique qui prouve le reçu ; imprimez son adresse en code QR.',
  'The invoice as PDF; null when masked.':
    'Le reçu de paiement en PDF ; `null` si le reçu est masqué.',
  'Columns of `text`; null without `format=text`.':
    'Colonnes de `text` ; `null` sans `format=text`.',
  'The receipt for a printer; null without `format=text`.':
    'Le reçu pour une imprimante ; `null` sans `format=text`.',
} as const satisfies Readonly<Record<string, string>>
