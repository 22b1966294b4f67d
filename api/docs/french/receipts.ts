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
