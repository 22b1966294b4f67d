/** The French texts about the fields of events, by their English sentence. */
export const events = {
  'Only in test events: answer 2xx and do nothing with it.':
    'Seulement dans les événements de test : répondez 2xx et n’en faites rien.',
  'State of the transaction: `VALIDATED` is the API’s `succeeded`; `EXPIRED` and `CANCELLED` are also sent as `payment.failed`.':
    'État de la transaction : `VALIDATED` est le `succeeded` de l’API ; `EXPIRED` et `CANCELLED` sont aussi envoyés comme `payment.failed`.',
  'Id of the transaction, as in the API.': 'Identifiant de la transaction, comme dans l’API.',
  'Amounts and method.': 'Montants et moyen de paiement.',
  'What you requested: compare it with your order.':
    'Ce que vous avez demandé : comparez-le à votre commande.',
  'Amount in units of the currency.': 'Montant en unités de la devise.',
  'What the operator was asked to debit.': 'Ce qu’il a été demandé à l’opérateur de débiter.',
  'What the payer was debited; 0 if it failed.':
    'Ce qui a été débité au payeur ; 0 en cas d’échec.',
  'What is added to your balance; 0 if it failed.':
    'Ce qui s’ajoute à votre solde ; 0 en cas d’échec.',
  'Whether it can be withdrawn already.': 'Indique si vous pouvez déjà le retirer.',
  'The conversion; rate 1 if there is none.': 'La conversion ; taux 1 s’il n’y en a pas.',
  'Currency that was charged.': 'Devise débitée.',
  'The payer.': 'Le payeur.',
  'Name.': 'Nom.',
  'Your `reference`: that of the collection or payout, or of the payment link that was paid. Without one, the id of the transaction.':
    'Votre `reference` : celle de l’encaissement ou du retrait, ou du lien de paiement qui a été payé. Sans elle, l’identifiant de la transaction.',
  'Why it failed, a French sentence; null otherwise.':
    'Pourquoi elle a échoué, une phrase en français ; `null` sinon.',
  'When it was created, `DD-MM-YYYY HH:MM:SS` in UTC.':
    'Quand elle a été créée, `JJ-MM-AAAA HH:MM:SS` en UTC.',
  'When it ended, `DD-MM-YYYY HH:MM:SS` in UTC; null while pending.':
    'Quand elle s’est terminée, `JJ-MM-AAAA HH:MM:SS` en UTC ; `null` tant qu’elle est en attente.',
  'Mode, in capitals.': 'Mode, en majuscules.',
  'The same id.': 'Le même identifiant.',
  'The amount you requested.': 'Le montant que vous avez demandé.',
  'Who pays, and how much.': 'Qui paie, et combien.',
  'Operator or bank.': 'Opérateur ou banque.',
  'What it pays.': 'Ce qu’il paie.',
  'Kind of account.': 'Genre de compte.',
  'Number of a Mobile Money account.': 'Numéro d’un compte Mobile Money.',
  'Bank of a bank account.': 'Banque d’un compte bancaire.',
  'Bank account, masked.': 'Compte bancaire, masqué.',
  'Reference of bank or operator.': 'Référence de la banque ou de l’opérateur.',
  'Id of the refund.': 'Identifiant du remboursement.',
  'Id of the refunded payment.': 'Identifiant du paiement remboursé.',
  'The amount refunded to the payer.': 'Le montant rendu au payeur.',
  'State of the refund, in capitals.': 'État du remboursement, en majuscules.',
  'The reason given with the request.': 'Le motif donné avec la demande.',
  'Who requested it.': 'Qui l’a demandé.',
  'Their state.': 'Leur état.',
  'Held, or released.': 'Retenus, ou libérés.',
  'Since when, in UTC.': 'Depuis quand, en UTC.',
  'Until when, in UTC; null while held.':
    'Jusqu’à quand, en UTC ; `null` tant qu’ils sont retenus.',
  'Why: receipt to be confirmed, or a verification.':
    'Pourquoi : réception à confirmer, ou vérification.',
  'What the payer was debited.': 'Ce qui a été débité au payeur.',
  'What is added to your balance.': 'Ce qui s’ajoute à votre solde.',
  'Always true: answer 2xx and do nothing with it.':
    'Toujours vrai : répondez 2xx et n’en faites rien.',
  'The event type again.': 'Le type de l’événement, encore une fois.',
  'A French sentence.': 'Une phrase en français.',
  'When it was sent, in UTC.': 'Quand il a été envoyé, en UTC.',
} as const
