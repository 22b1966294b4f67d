import type { PortalPermission } from '#domain/portal-roles.ts'
import type { MenuEntry, MenuGroup } from '#web/design/navigation.tsx'
import { paths } from './paths.ts'

export interface Entry extends MenuEntry {
  /** Who may not is not shown it; the page itself refuses as well. */
  readonly permission?: PortalPermission
}

interface Group extends MenuGroup {
  readonly entries: readonly Entry[]
}

/** The pages of the portal, in the order in which they are shown. */
export const navigation: readonly Group[] = [
  {
    label: null,
    entries: [
      { href: paths.home, label: 'Accueil', permission: 'balance.view' },
      { href: paths.transactions, label: 'Transactions', permission: 'payments.view' },
      { href: paths.balance, label: 'Soldes', permission: 'balance.view' },
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
    entries: [{ href: paths.keys, label: 'Clés API', permission: 'keys.manage' }],
  },
  {
    label: 'Réglages',
    entries: [{ href: paths.account, label: 'Mon compte' }],
  },
]
