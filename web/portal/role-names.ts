import type { PortalPermission, PortalRole } from '#domain/people/portal-roles.ts'

/** The purpose of each role, in a line. */
export const roleNotes: Readonly<Record<PortalRole, string>> = {
  owner: 'Tout, et la gestion des administrateurs',
  administrator: 'Tout, sauf gérer les administrateurs',
  developer: 'Clés, webhooks, terminaux et journaux API',
  collaborator: 'Voir les paiements, créer des liens de paiement',
}

/** Names of the permissions. */
export const permissionNames: Readonly<Record<PortalPermission, string>> = {
  'payments.view': 'Voir les paiements et les payeurs',
  'balance.view': 'Voir le solde',
  'collections.request': 'Encaisser\u00A0: demander un paiement, afficher un code QR',
  'payment_links.manage': 'Créer et fermer des liens de paiement',
  'test_payments.make': 'Demander des paiements de test',
  'terminals.manage': 'Gérer les terminaux et les caisses',
  'webhooks.manage': 'Gérer les webhooks',
  'keys.manage': 'Remplacer les clés API, lire les journaux API',
  'refunds.request': 'Demander des remboursements',
  'payouts.request': 'Demander des retraits et des virements',
  'accounts.manage': 'Gérer les comptes autorisés',
  'service.change': 'Changer les réglages du service',
  'trust.change': 'Choisir quand le mot de passe est demandé',
  'users.manage': 'Gérer l’équipe',
  'activity.view': 'Lire le journal d’activité',
}
