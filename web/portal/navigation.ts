import type { PortalPermission } from '#domain/people/portal-roles.ts'
import type { MenuEntry, MenuGroup } from '#web/design/navigation.tsx'
import { paths } from './paths.ts'

export interface Entry extends MenuEntry {
  /** Entries are hidden from people without it; the page itself checks it as well. */
  readonly permission?: PortalPermission
  /** Absent if it exists in both modes. */
  readonly mode?: 'sandbox'
}

interface Group extends MenuGroup {
  readonly entries: readonly Entry[]
}

/** The pages of the portal, in display order. */
export const navigation: readonly Group[] = [
  {
    label: null,
    entries: [
      { href: paths.home, label: 'Accueil', icon: 'home', permission: 'balance.view' },
      {
        href: paths.collect,
        label: 'Encaisser',
        icon: 'phone',
        permission: 'collections.request',
      },
      { href: paths.transactions, label: 'Paiements', icon: 'list', permission: 'payments.view' },
      { href: paths.balance, label: 'Soldes', icon: 'wallet', permission: 'balance.view' },
    ],
  },
  {
    label: 'Vente',
    entries: [
      {
        href: paths.paymentLinks,
        label: 'Liens de paiement',
        permission: 'payment_links.manage',
      },
      { href: paths.terminals, label: 'Terminaux', permission: 'terminals.manage' },
      {
        href: paths.cashSessions,
        label: 'Sessions de caisse',
        permission: 'terminals.manage',
      },
      { href: paths.operators, label: 'Opérateurs', permission: 'payments.view' },
    ],
  },
  {
    label: 'Argent sortant',
    entries: [
      { href: paths.payouts, label: 'Retraits', permission: 'payments.view' },
      { href: paths.refunds, label: 'Remboursements', permission: 'payments.view' },
      { href: paths.accounts, label: 'Comptes autorisés', permission: 'accounts.manage' },
    ],
  },
  {
    label: 'Développeurs',
    isFolded: true,
    entries: [
      { href: paths.keys, label: 'Clés API', permission: 'keys.manage' },
      { href: paths.webhooks, label: 'Webhooks', permission: 'payments.view' },
      { href: paths.apiCalls, label: 'Journaux API', permission: 'keys.manage' },
      {
        href: paths.testTools,
        label: 'Outils de test',
        permission: 'test_payments.make',
        mode: 'sandbox',
      },
    ],
  },
  {
    label: 'Réglages',
    entries: [
      { href: paths.settings, label: 'Service', permission: 'service.change' },
      { href: paths.team, label: 'Équipe', permission: 'users.manage' },
      { href: paths.activity, label: 'Journal d’activité', permission: 'activity.view' },
    ],
  },
]
