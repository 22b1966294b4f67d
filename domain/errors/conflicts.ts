import type { ErrorEntry } from './entry.ts'

/** Valid requests that conflict with the present state: 409 and 410. */
export const conflictErrors = {
  duplicate_reference: {
    http: 409,
    type: 'conflict',
    message: 'Cette référence est déjà utilisée par une autre transaction.',
    cause: 'Une transaction du même mode porte déjà cette référence.',
    remedy: 'Lisez la transaction de details.transaction_id avant de créer un second paiement.',
  },
  bank_reference_used: {
    http: 409,
    type: 'conflict',
    message: 'Cette référence de la banque est déjà celle d’un autre virement.',
    cause:
      'Un autre virement a été confirmé sous cette référence\u00A0: peut-être le même ordre de la banque, compté deux fois.',
    remedy:
      'Vérifiez les virements de details.transaction_ids. Si un seul ordre de la banque couvre bien plusieurs virements, renvoyez la demande avec same_reference.',
  },
  funds_rule_exists: {
    http: 409,
    type: 'conflict',
    message: 'Cette règle sur les fonds est déjà en vigueur.',
    cause: 'Une règle qui dit la même chose vaut déjà pour ce marchand, ou pour tous.',
    remedy:
      'Lisez la règle de details.funds_rule_id. Pour en changer la raison, terminez-la d’abord.',
  },
  operator_reference_used: {
    http: 409,
    type: 'conflict',
    message: 'Cette référence de l’opérateur est déjà celle d’une autre opération.',
    cause:
      'Une autre opération chez cet opérateur a cette référence\u00A0: la réponse peut être sur elle, et non sur celle-ci.',
    remedy:
      'Vérifiez les paiements de details.transaction_ids. Si la réponse de l’opérateur porte bien sur cette opération aussi, renvoyez la demande avec same_reference.',
  },
  idempotency_conflict: {
    http: 409,
    type: 'conflict',
    message: 'Cette clé d’idempotence a déjà servi pour une requête différente.',
    cause:
      'La même valeur d’Idempotency-Key accompagne un autre corps\u00A0: celui d’une autre opération, ou de la même, changé entre deux envois.',
    remedy:
      'Pour renvoyer une requête, envoyez exactement le même corps\u00A0: avec une nouvelle valeur, le client pourrait payer deux fois. Pour une autre opération, utilisez une nouvelle valeur.',
  },
  request_in_progress: {
    http: 409,
    type: 'conflict',
    message: 'Une requête avec cette clé d’idempotence est encore en cours.',
    cause: 'La première requête n’a pas encore reçu sa réponse.',
    remedy: 'Renvoyez la même requête après la durée de l’en-tête Retry-After.',
  },
  cannot_cancel: {
    http: 409,
    type: 'conflict',
    message: 'Cette opération ne peut plus être annulée.',
    cause:
      'Le virement n’est plus à traiter, il a peut-être déjà été fait, ou la transaction n’est pas un virement bancaire.',
    remedy: 'Lisez la transaction pour connaître son état.',
  },
  cannot_simulate: {
    http: 409,
    type: 'conflict',
    message: 'L’issue de cette transaction ne peut pas être choisie.',
    cause:
      'Elle est déjà décidée, n’est pas encore chez l’opérateur de test, ou son genre ne connaît pas cette issue\u00A0: un retrait n’expire pas.',
    remedy: 'Lisez la transaction. Si elle vient d’être demandée, réessayez dans une seconde.',
  },
  checkout_not_cancellable: {
    http: 409,
    type: 'conflict',
    message: 'Ce code QR ne peut plus être annulé.',
    cause: 'Un paiement est en cours ou a réussi.',
    remedy: 'Lisez le code QR pour connaître son état.',
  },
  link_word_taken: {
    http: 409,
    type: 'conflict',
    message: 'Cette adresse courte est déjà prise. Choisissez-en une autre.',
    cause: 'Un autre lien de paiement a ce mot, qui lui reste pour toujours.',
    remedy: 'Choisissez un autre mot, par exemple avec le nom de votre boutique.',
  },
  payment_link_already_paid: {
    http: 409,
    type: 'conflict',
    message: 'Ce lien a déjà été payé.',
    cause: 'Le paiement de ce code QR ou de ce lien a réussi.',
    remedy: 'Ne payez pas une seconde fois.',
  },
  payment_link_in_progress: {
    http: 409,
    type: 'conflict',
    message: 'Un paiement est en cours depuis un autre téléphone.',
    cause: 'Un seul paiement est traité à la fois.',
    remedy: 'Attendez la fin de ce paiement.',
  },
  quote_already_used: {
    http: 409,
    type: 'conflict',
    message: 'Ce devis a déjà servi à un paiement.',
    cause: 'Un devis vaut pour une seule transaction.',
    remedy: 'Lisez la transaction de details.transaction_id, ou demandez un nouveau devis.',
  },
  quote_expired: {
    http: 410,
    type: 'gone',
    message: 'Ce devis a expiré.',
    cause: 'Un devis est valable jusqu’à son expires_at.',
    remedy: 'Demandez un nouveau devis et montrez son prix au payeur.',
  },
  payment_link_expired: {
    http: 410,
    type: 'gone',
    message: 'Ce code QR ou ce lien a expiré.',
    cause: 'La durée de validité est passée.',
    remedy: 'Demandez un nouveau code au marchand.',
  },
  payment_link_cancelled: {
    http: 410,
    type: 'gone',
    message: 'Ce code QR ou ce lien a été annulé.',
    cause: 'Le marchand a annulé la demande.',
    remedy: 'Demandez un nouveau code au marchand.',
  },
  webhook_limit_reached: {
    http: 409,
    type: 'conflict',
    message: 'Le nombre maximal de webhooks est atteint dans ce mode (5).',
    cause: 'Le service a déjà 5 webhooks dans ce mode, actifs et désactivés compris.',
    remedy: 'Supprimez un webhook avant d’en ajouter un.',
  },
  webhook_listener_limit_reached: {
    http: 409,
    type: 'conflict',
    message: 'Le nombre maximal d’écoutes est atteint (20).',
    cause: 'Le service a déjà 20 écoutes. Celle qui ne fait rien pendant 30 jours est oubliée.',
    remedy: 'Reprenez le nom d’une écoute qui existe : payments listen --label NOM.',
  },
  webhook_disabled: {
    http: 409,
    type: 'conflict',
    message: 'Ce webhook est désactivé.',
    cause: 'L’action demande un webhook actif.',
    remedy: 'Activez le webhook, puis recommencez.',
  },
  delivery_not_retryable: {
    http: 409,
    type: 'conflict',
    message: 'Cette livraison ne peut pas être relancée.',
    cause: 'Elle a déjà été reçue, elle est en cours de traitement, ou son webhook est supprimé.',
    remedy: 'Relancez une livraison échouée ou abandonnée.',
  },
  replay_in_progress: {
    http: 409,
    type: 'conflict',
    message: 'Un renvoi est déjà en cours pour ce service.',
    cause: 'Un service n’a qu’un renvoi à la fois dans chaque mode.',
    remedy: 'Attendez sa fin, ou arrêtez-le.',
  },
  nothing_to_replay: {
    http: 409,
    type: 'conflict',
    message: 'Aucune livraison échouée ou abandonnée depuis cette date.',
    cause: 'Tout a été reçu, ou les webhooks concernés sont désactivés ou supprimés.',
    remedy: 'Choisissez une date plus ancienne, ou activez le webhook.',
  },
  terminal_disabled: {
    http: 409,
    type: 'conflict',
    message: 'Ce terminal est désactivé.',
    cause: 'L’action demande un terminal actif.',
    remedy: 'Réactivez d’abord le terminal avec la clé secrète.',
  },
  cash_session_open: {
    http: 409,
    type: 'conflict',
    message: 'Une session de caisse est déjà ouverte sur ce terminal.',
    cause: 'Un terminal n’a qu’une session ouverte à la fois.',
    remedy: 'Clôturez la session de details.cash_session_id, puis ouvrez la suivante.',
  },
  cash_session_closed: {
    http: 409,
    type: 'conflict',
    message: 'Cette session de caisse est déjà clôturée.',
    cause: 'La clôture a déjà eu lieu ; elle est définitive.',
    remedy: 'Lisez la session pour retrouver ses totaux et son relevé.',
  },
  refund_not_allowed: {
    http: 409,
    type: 'conflict',
    message: 'Ce paiement ne peut pas être remboursé.',
    cause: 'Le paiement n’a pas réussi, ou il est déjà remboursé.',
    remedy: 'Lisez la transaction pour connaître son état.',
  },
  refund_may_have_left: {
    http: 409,
    type: 'conflict',
    message:
      'Ce remboursement est peut-être déjà parti chez l’opérateur\u00A0: il ne peut être ni refusé ni annulé pour le moment.',
    cause:
      'Après une restauration de nos données, nous vérifions auprès de l’opérateur si ce remboursement était déjà parti.',
    remedy:
      'Réessayez plus tard. S’il est approuvé, l’opérateur est interrogé et le payeur n’est pas remboursé deux fois.',
  },
  changed_meanwhile: {
    http: 409,
    type: 'conflict',
    message:
      'Quelqu’un d’autre a fait un changement ici depuis que vous avez ouvert cette page. Rien n’a été enregistré\u00A0: rouvrez-la pour voir son changement, ou envoyez de nouveau pour garder le vôtre.',
    cause: 'Deux personnes ont changé la même chose, et l’autre a enregistré la première.',
    remedy:
      'Relisez ce qui est enregistré, puis refaites votre changement si vous le voulez toujours.',
  },
  authorized_account_exists: {
    http: 409,
    type: 'conflict',
    message: 'Ce compte est déjà enregistré parmi les comptes autorisés.',
    cause: 'Le même numéro ou le même compte bancaire est déjà en attente ou actif.',
    remedy: 'Utilisez le compte existant, ou révoquez-le d’abord.',
  },
  approval_required: {
    http: 409,
    type: 'conflict',
    message: 'Un second membre de l’équipe doit d’abord approuver ce virement.',
    cause: 'Le montant dépasse ce qu’une seule personne peut envoyer.',
    remedy: 'Demandez l’approbation d’une autre personne de l’équipe.',
  },
  terms_change_waits: {
    http: 409,
    type: 'conflict',
    message: 'D’autres conditions attendent déjà une validation pour ce service.',
    cause: 'Une seule fiche de conditions attend à la fois, pour chaque service et mode.',
    remedy: 'Validez, refusez ou retirez celle qui attend.',
  },
  approval_by_another: {
    http: 409,
    type: 'conflict',
    message:
      'Une autre personne doit approuver cette opération\u00A0: vous l’avez demandée ou prise.',
    cause: 'Qui a demandé ou pris une opération ne l’approuve pas.',
    remedy: 'Demandez l’approbation d’une autre personne de l’équipe.',
  },
  case_taken: {
    http: 409,
    type: 'conflict',
    message: 'Quelqu’un d’autre s’occupe déjà de ce dossier.',
    cause: 'Une autre personne de l’équipe l’a pris entre-temps.',
    remedy: 'Voyez avec cette personne, ou prenez le relais.',
  },
  second_approver_required: {
    http: 409,
    type: 'conflict',
    message: 'Un second membre de l’équipe doit approuver cette opération.',
    cause: 'Le montant demande deux approbations, et vous avez déjà donné la première.',
    remedy: 'Demandez à un autre membre de l’équipe de l’approuver.',
  },
  payout_file_repeated: {
    http: 409,
    type: 'conflict',
    message: 'Une ligne de ce fichier a été envoyée entre-temps. Vérifiez-le de nouveau.',
    cause: 'Un autre fichier, ou un autre retrait, a la même référence ou le même paiement.',
    remedy: 'Chargez le fichier de nouveau : les lignes en double sont montrées.',
  },
  action_not_allowed: {
    http: 409,
    type: 'conflict',
    message: 'Cette action n’est plus possible dans l’état actuel.',
    cause: 'L’état a changé entre-temps, ou ne permet pas cette action.',
    remedy: 'Relisez l’état, puis décidez de nouveau.',
  },
  live_mode_not_open: {
    http: 409,
    type: 'conflict',
    message: 'Le mode réel de ce service n’est pas encore ouvert.',
    cause:
      'Le marchand s’est inscrit lui-même, et son identité légale n’est pas encore acceptée\u00A0: seul le mode test sert.',
    remedy: 'Demandez l’ouverture du mode réel dans le portail, et essayez d’ici là en mode test.',
  },
  second_entry_required: {
    http: 409,
    type: 'conflict',
    message:
      'Ce taux est le premier de sa devise, ou s’écarte de plus de 5\u00A0% d’un autre\u00A0: une autre personne doit saisir le même dans les 24 heures.',
    cause:
      'Un premier taux, ou un taux qui change beaucoup, est saisi par deux personnes, l’une sans recopier l’autre.',
    remedy: 'Demandez à un autre superviseur de saisir le même taux, à la même date.',
  },
  exchange_rate_exists: {
    http: 409,
    type: 'conflict',
    message: 'Un taux de cette devise existe déjà pour cette date.',
    cause: 'Une devise n’a qu’un taux par instant, et un taux saisi ne change plus.',
    remedy: 'Choisissez une autre date, ou saisissez le nouveau taux sans date.',
  },
} satisfies Record<string, ErrorEntry>
