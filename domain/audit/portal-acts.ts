import type { Language } from '#domain/text/language.ts'

const french = {
  access: {
    label: 'Connexions et comptes',
    acts: {
      'session.log_in': 'Connexion',
      'session.log_out': 'Déconnexion',
      'session.end': 'Sessions fermées',
      'sign_up.confirm': 'Inscription confirmée',
      'invitation.accept': 'Mot de passe choisi avec un code',
      'invitation.void': 'Invitation annulée\u00A0: l’adresse a son propre compte',
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
      'merchant.trust_writes': 'Demande du mot de passe : réglage changé',
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
      'sandbox_refund.decide': 'Remboursement de test décidé',
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
      'authorized_account.rename': 'Nom d’un compte autorisé changé',
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
}

const english: typeof french = {
  access: {
    label: 'Log-ins and accounts',
    acts: {
      'session.log_in': 'Logged in',
      'session.log_out': 'Logged out',
      'session.end': 'Sessions closed',
      'sign_up.confirm': 'Sign-up confirmed',
      'invitation.accept': 'Password set with a code',
      'invitation.void': 'Invitation void: the address has an account of its own',
      'password.change': 'Password changed',
      'password.forget': 'Code requested for a forgotten password',
      'password.reset': 'Forgotten password replaced',
      'password.confirm': 'Password entered to confirm an action',
      'one_time_codes.enable': 'One-time codes turned on',
      'one_time_codes.disable': 'One-time codes turned off',
      'passkey.add': 'Passkey added',
      'passkey.remove': 'Passkey removed',
      'passkey.confirm': 'Confirmed with a passkey',
      'notifications.choose': 'Notification settings changed',
    },
  },
  team: {
    label: 'Team',
    acts: {
      'person.invite': 'Person invited',
      'person.change_role': 'Role changed',
      'person.disable': 'Access closed',
      'person.enable': 'Access reopened',
      'person.renew_invitation': 'New invitation code',
      'person.reset_one_time_codes': 'One-time codes reset',
    },
  },
  service: {
    label: 'Service settings',
    acts: {
      'service.change': 'Settings changed',
      'live_opening.ask': 'Live mode requested',
      'service.change_logo': 'Logo changed',
      'service.remove_logo': 'Logo removed',
      'service.put_steps_away': 'List of first steps hidden',
      'merchant.trust_writes': 'Password setting changed',
    },
  },
  developers: {
    label: 'Keys, webhooks and tests',
    acts: {
      'api_key.replace': 'New API key',
      'webhook.create': 'Webhook added',
      'webhook.change': 'Webhook changed',
      'webhook.enable': 'Webhook enabled',
      'webhook.disable': 'Webhook disabled',
      'webhook.renew_secret': 'New webhook secret',
      'webhook.delete': 'Webhook deleted',
      'webhook.test': 'Test event sent',
      'webhook_delivery.retry': 'Delivery retried',
      'webhook_delivery.advance': 'Delivery retried early',
      'webhook_replay.start': 'Replay of deliveries started',
      'webhook_replay.stop': 'Replay of deliveries stopped',
      'sandbox_payment.create': 'Test payment requested',
      'sandbox_payment.decide': 'Test payment outcome chosen',
      'sandbox_refund.decide': 'Test refund decided',
    },
  },
  collecting: {
    label: 'Collecting payments',
    acts: {
      'collection.request': 'Payment requested from a number',
      'checkout.create': 'QR code shown',
      'checkout.cancel': 'QR code cancelled',
      'payment_link.create': 'Payment link created',
      'payment_link.change': 'Payment link changed',
      'payment_link.choose_word': 'Short address chosen',
      'payment_link.enable': 'Payment link enabled',
      'payment_link.disable': 'Payment link disabled',
      'payment_link.cancel': 'Payment link cancelled',
      'terminal.create': 'Terminal added',
      'terminal.change': 'Terminal changed',
      'terminal.enable': 'Terminal enabled',
      'terminal.disable': 'Terminal disabled',
      'terminal.regenerate': 'New terminal activation code',
      'terminal.delete': 'Terminal deleted',
      'cash_session.open': 'Cash session opened',
      'cash_session.close': 'Cash session closed',
    },
  },
  moneyOut: {
    label: 'Money out',
    acts: {
      'payout.request': 'Payout requested',
      'payout.cancel': 'Bank transfer cancelled',
      'payout_file.send': 'Payout file sent',
      'payout_file.approve': 'Payout file approved',
      'payout_file.pause': 'Payout file paused',
      'payout_file.resume': 'Payout file resumed',
      'payout_file.cancel': 'Payout file stopped',
      'standing_order.make': 'Standing order created',
      'standing_order.change': 'Standing order changed',
      'standing_order.approve': 'Standing order approved',
      'standing_order.pause': 'Standing order paused',
      'standing_order.resume': 'Standing order resumed',
      'standing_order.end': 'Standing order ended',
      'refund.request': 'Refund requested',
      'refund.cancel': 'Refund cancelled',
      'authorized_account.add': 'Authorized account added',
      'authorized_account.rename': 'Name of an authorized account changed',
      'authorized_account.revoke': 'Authorized account revoked',
    },
  },
  exports: {
    label: 'Exports',
    acts: {
      'transactions.export': 'Transactions exported',
      'statement.export': 'Statement exported',
      'payouts.export': 'Payouts exported',
      'payout_file.export': 'Payout file results exported',
      'refunds.export': 'Refunds exported',
      'activity.export': 'Activity log exported',
    },
  },
}

/** What a merchant's people can do, by kind, as the activity log calls it. */
export const portalActWords: Readonly<Record<Language, typeof french>> = {
  fr: french,
  en: english,
}

type Kinds = typeof french

export type PortalActKind = keyof Kinds

/** `<kind>.<verb>`: a merchant's activity log accepts nothing else. */
export type PortalAct = { [Kind in PortalActKind]: keyof Kinds[Kind]['acts'] }[PortalActKind]

/** The name of each action. */
export const portalActNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  fr: namesOf(french),
  en: namesOf(english),
}

function namesOf(kinds: Kinds): Readonly<Record<string, string>> {
  return Object.assign({}, ...Object.values(kinds).map(({ acts }) => acts))
}

/** The actions of a kind; undefined for an unknown kind. */
export function actsOfKind(kind: string): readonly string[] | undefined {
  const entry = Object.entries(french).find(([name]) => name === kind)
  return entry && Object.keys(entry[1].acts)
}
