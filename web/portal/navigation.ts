import type { PortalPermission } from '#domain/portal-roles.ts'
import { paths } from './paths.ts'

interface Entry {
  readonly href: string
  readonly label: string
  /** Who may not is not shown it; the page itself refuses as well. */
  readonly permission?: PortalPermission
}

/** The pages of the portal, in the order in which they are shown. */
export const navigation: readonly Entry[] = [
  { href: paths.home, label: 'Accueil', permission: 'balance.view' },
  { href: paths.transactions, label: 'Transactions', permission: 'payments.view' },
  { href: paths.account, label: 'Mon compte' },
]
