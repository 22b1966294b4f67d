/** Why a transaction failed or expired (`failure.code`), in words a merchant can show, and what to do next. */
export const failureCodes = {
  insufficient_funds: {
    message: 'Le solde du compte du payeur est insuffisant.',
    remedy: 'Demandez au payeur d’approvisionner son compte ou d’en utiliser un autre.',
  },
  payer_rejected: {
    message: 'Le payeur a refusé la demande de paiement.',
    remedy: 'Proposez un autre moyen de paiement, ou une nouvelle demande.',
  },
  approval_timeout: {
    message: 'Le payeur n’a pas validé la demande à temps.',
    remedy: 'Envoyez une nouvelle demande et invitez le payeur à la valider aussitôt.',
  },
  expired: {
    message: 'La demande de paiement a expiré sans réponse.',
    remedy: 'Envoyez une nouvelle demande.',
  },
  payer_not_found: {
    message: 'Le numéro du payeur n’a pas de compte chez cet opérateur.',
    remedy: 'Vérifiez le numéro et l’opérateur.',
  },
  payer_limit_reached: {
    message: 'Le payeur a atteint le plafond de son compte.',
    remedy: 'Réduisez le montant, ou réessayez un autre jour.',
  },
  payer_account_blocked: {
    message: 'Le compte du payeur est bloqué ou ne permet pas ce paiement.',
    remedy: 'Invitez le payeur à contacter son opérateur.',
  },
  amount_out_of_bounds: {
    message: 'Le montant est hors des limites de l’opérateur.',
    remedy: 'Choisissez un montant entre les limites de l’opérateur.',
  },
  card_declined: {
    message: 'La carte a été refusée par la banque.',
    remedy: 'Invitez le payeur à utiliser une autre carte.',
  },
  expired_card: {
    message: 'La carte a expiré.',
    remedy: 'Invitez le payeur à utiliser une autre carte.',
  },
  lost_card: {
    message: 'La carte a été refusée par la banque, qui ne permet plus de l’utiliser.',
    remedy: 'Invitez le payeur à utiliser une autre carte et à contacter sa banque.',
  },
  authentication_failed: {
    message: 'Le porteur de la carte ne s’est pas authentifié auprès de sa banque.',
    remedy: 'Proposez un nouvel essai ou un autre moyen de paiement.',
  },
  recipient_cannot_receive: {
    message: 'Le bénéficiaire ne peut pas recevoir ce paiement.',
    remedy: 'Vérifiez le compte du bénéficiaire auprès de son opérateur.',
  },
  recipient_rejected: {
    message: 'Le bénéficiaire a été refusé par l’opérateur.',
    remedy: 'Vérifiez le compte du bénéficiaire auprès de son opérateur.',
  },
  operator_float_empty: {
    message:
      'L’opérateur ne peut pas effectuer ce retrait pour le moment. Le montant et les frais sont revenus sur votre solde.',
    remedy: 'Réessayez plus tard.',
  },
  operator_error: {
    message: 'L’opérateur a rencontré une erreur. Aucun montant n’a été débité.',
    remedy: 'Réessayez plus tard.',
  },
  operator_unavailable: {
    message: 'L’opérateur est resté indisponible.',
    remedy: 'Réessayez plus tard.',
  },
  not_executed: {
    message: 'L’opérateur n’a pas exécuté l’opération. Aucun montant n’est parti.',
    remedy: 'Vérifiez le compte du bénéficiaire, puis envoyez une nouvelle demande.',
  },
  bank_rejected: {
    message:
      'La banque a refusé le virement. Le montant et les frais sont revenus sur votre solde.',
    remedy: 'Vérifiez le compte bancaire dans le portail.',
  },
  already_refunded: {
    message:
      'Le payeur a déjà reçu cet argent. Un remboursement que nous avions déclaré non payé lui est bien parvenu.',
    remedy: 'Ne renvoyez pas cette demande.',
  },
  cancelled: {
    message: 'L’opération a été annulée.',
    remedy: 'Envoyez une nouvelle demande si besoin.',
  },
} satisfies Record<string, { message: string; remedy: string }>
