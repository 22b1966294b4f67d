import type { StaffPermission } from '#domain/people/staff-roles.ts'
import type { Queue } from '#use-cases/desk/figures.ts'
import { paths } from './paths.ts'

interface Entry {
  readonly href: string
  readonly label: string
  /** Who may not is not shown it; the page itself refuses as well. */
  readonly permission?: StaffPermission
  /** How much waits there is shown beside it. */
  readonly queue?: Queue
}

interface Group {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** The pages of the desk, in the order in which they are shown. */
export const navigation: readonly Group[] = [
  {
    title: 'À traiter',
    entries: [
      { href: paths.home, label: 'Vue d’ensemble' },
      { href: paths.transfers, label: 'Virements', queue: 'transfers' },
      { href: paths.refunds, label: 'Remboursements', queue: 'refunds' },
      { href: paths.payouts, label: 'Retraits à clore', queue: 'payouts' },
      { href: paths.funds, label: 'Fonds', queue: 'funds' },
      { href: paths.lateOutcomes, label: 'Débits tardifs', queue: 'lateOutcomes' },
      { href: paths.accounts, label: 'Comptes à vérifier', queue: 'accounts' },
      { href: paths.differences, label: 'Écarts', queue: 'differences' },
    ],
  },
  {
    title: 'Livres',
    entries: [
      { href: paths.reconciliations, label: 'Rapprochements' },
      { href: paths.proofs, label: 'Preuves' },
    ],
  },
  {
    title: 'Service',
    entries: [
      { href: paths.merchants, label: 'Marchands' },
      { href: paths.operators, label: 'Opérateurs' },
      { href: paths.suspensions, label: 'Suspensions' },
      { href: paths.rates, label: 'Taux de change' },
    ],
  },
  {
    title: 'Équipe',
    entries: [
      { href: paths.members, label: 'Membres', permission: 'staff.manage' },
      { href: paths.audit, label: 'Journal d’audit', permission: 'audit.view' },
      { href: paths.account, label: 'Mon compte' },
    ],
  },
]
