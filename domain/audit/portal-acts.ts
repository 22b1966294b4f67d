/** What a merchant's people can do, by kind, with the texts of the activity log. */
export const portalActKinds = {
  access: {
    label: 'Connexions et comptes',
    acts: {
      'session.log_in': 'Connexion',
      'session.log_out': 'Déconnexion',
      'session.end': 'Sessions fermées',
      'sign_up.confirm': 'Inscription confirmée',
      'invitation.accept': 'Mot de passe choisi avec un code',
      'password.change': 'Mot de passe changé',
      'password.forget': 'Code demandé pour un mot de passe oublié',
      'password.reset': 'Mot de passe oublié, choisi de nouveau',
      'password.confirm': 'Mot de passe demandé pour une action',
      'one_time_codes.enable': 'Codes à usage unique activés',
      'one_time_codes.disable': 'Codes à usage unique retirés',
      'passkey.add': 'Clé d’accès ajoutée',
      'passkey.remove': 'Clé d’accès retirée',
      'passkey.confirm': 'Confirmation par clé d’accès',
      'notifications.choose': 'Notifications choisies',
    },
  },
  team: {
    label: 'Équipe',
    acts: {
      'person.invite': 'Invitation',
      'person.change_role': 'Changement de rôle',
      'person.disable': 'Accès fermé',
      'person.enable': 'Accès rouvert',
      'person.renew_invitation': 'Nouveau code d’invitation',
      'person.reset_one_time_codes': 'Codes à usage unique réinitialisés',
    },
  },
  service: {
    label: 'Réglages du service',
    acts: {
      'service.change': 'Réglages modifiés',
      'live_opening.ask': 'Ouverture du mode réel demandée',
      'service.change_logo': 'Logo changé',
      'service.remove_logo': 'Logo retiré',
      'service.put_steps_away': 'Liste des premiers pas rangée',
      'merchant.trust_writes': 'Mot de passe des écritures : réglage changé',
    },
  },
  developers: {
    label: 'Clés, webhooks et tests',
    acts: {
      'api_key.replace': 'Nouvelle clé API',
      'webhook.create': 'Webhook ajouté',
      'webhook.change': 'Webhook modifié',
      'webhook.enable': 'Webhook activé',
      'webhook.disable': 'Webhook désactivé',
      'webhook.renew_secret': 'Nouveau secret de webhook',
      'webhook.delete': 'Webhook supprimé',
      'webhook.test': 'Événement de test envoyé',
      'webhook_delivery.retry': 'Livraison relancée',
      'webhook_delivery.advance': 'Livraison avancée',
      'webhook_replay.start': 'Renvoi de livraisons lancé',
      'webhook_replay.stop': 'Renvoi de livraisons arrêté',
      'sandbox_payment.create': 'Paiement de test demandé',
      'sandbox_payment.decide': 'Paiement de test décidé',
    },
  },
  collecting: {
    label: 'Encaissement',
    acts: {
      'collection.request': 'Paiement demandé à un numéro',
      'checkout.create': 'Code QR affiché',
      'checkout.cancel': 'Code QR annulé',
      'payment_link.create': 'Lien de paiement créé',
      'payment_link.change': 'Lien de paiement modifié',
      'payment_link.choose_word': 'Adresse courte choisie',
      'payment_link.enable': 'Lien de paiement ouvert',
      'payment_link.disable': 'Lien de paiement désactivé',
      'payment_link.cancel': 'Lien de paiement annulé',
      'terminal.create': 'Terminal ajouté',
      'terminal.change': 'Terminal modifié',
      'terminal.enable': 'Terminal activé',
      'terminal.disable': 'Terminal désactivé',
      'terminal.regenerate': 'Nouveau code de terminal',
      'terminal.delete': 'Terminal supprimé',
      'cash_session.open': 'Caisse ouverte',
      'cash_session.close': 'Caisse fermée',
    },
  },
  moneyOut: {
    label: 'Argent sortant',
    acts: {
      'payout.request': 'Retrait demandé',
      'payout.cancel': 'Virement annulé',
      'payout_file.send': 'Fichier de retraits envoyé',
      'payout_file.approve': 'Fichier de retraits validé',
      'payout_file.pause': 'Fichier de retraits mis en pause',
      'payout_file.resume': 'Fichier de retraits repris',
      'payout_file.cancel': 'Fichier de retraits arrêté',
      'standing_order.make': 'Retrait programmé',
      'standing_order.change': 'Retrait programmé modifié',
      'standing_order.approve': 'Retrait programmé validé',
      'standing_order.pause': 'Retrait programmé mis en pause',
      'standing_order.resume': 'Retrait programmé repris',
      'standing_order.end': 'Retrait programmé terminé',
      'refund.request': 'Remboursement demandé',
      'refund.cancel': 'Remboursement annulé',
      'authorized_account.add': 'Compte autorisé ajouté',
      'authorized_account.revoke': 'Compte autorisé révoqué',
    },
  },
  exports: {
    label: 'Exports',
    acts: {
      'transactions.export': 'Transactions exportées',
      'statement.export': 'Relevé exporté',
      'payouts.export': 'Retraits exportés',
      'payout_file.export': 'Résultat d’un fichier exporté',
      'refunds.export': 'Remboursements exportés',
      'activity.export': 'Journal d’activité exporté',
    },
  },
} as const satisfies Readonly<Record<string, PortalActKindEntry>>

interface PortalActKindEntry {
  readonly label: string
  readonly acts: Readonly<Record<string, string>>
}

type Kinds = typeof portalActKinds

export type PortalActKind = keyof Kinds

/** `<kind>.<verb>`: a merchant's activity log accepts nothing else. */
export type PortalAct = { [Kind in PortalActKind]: keyof Kinds[Kind]['acts'] }[PortalActKind]

const kinds: readonly (readonly [string, PortalActKindEntry])[] = Object.entries(portalActKinds)

/** Each action with its French text. */
export const portalActNames: Readonly<Record<string, string>> = Object.assign(
  {},
  ...kinds.map(([, { acts }]) => acts),
)

/** The actions of a kind; undefined for an unknown kind. */
export function actsOfKind(kind: string): readonly string[] | undefined {
  const entry = kinds.find(([name]) => name === kind)
  return entry && Object.keys(entry[1].acts)
}
