import type { PortalPermission } from '#domain/people/portal-roles.ts'
import type { MenuEntry, MenuGroup } from '#web/design/navigation.tsx'
import { paths } from './paths.ts'
import type { portalWords } from './words.tsx'

/** What a page or a group is called: a name of the table of words. */
type NavigationName = keyof (typeof portalWords)['fr']['navigation']

export interface Entry extends Omit<MenuEntry, 'label'> {
  readonly name: NavigationName
  /** Entries are hidden from people without it; the page itself checks it as well. */
  readonly permission?: PortalPermission
  /** Absent if it exists in both modes. */
  readonly mode?: 'sandbox'
}

interface Group extends Omit<MenuGroup, 'label' | 'entries'> {
  readonly name: NavigationName | null
  readonly entries: readonly Entry[]
}

/** The pages of a cashier: the sales of the day are their start page. */
export const cashierNavigation: readonly Group[] = [
  {
    name: null,
    entries: [
      { href: paths.daySales, name: 'daySales', icon: 'list', permission: 'day_sales.view' },
      { href: paths.collect, name: 'collect', icon: 'phone', permission: 'collections.request' },
    ],
  },
]

/** The pages of the portal, in display order. */
export const navigation: readonly Group[] = [
  {
    name: null,
    entries: [
      { href: paths.home, name: 'home', icon: 'home', permission: 'balance.view' },
      {
        href: paths.collect,
        name: 'collect',
        icon: 'phone',
        permission: 'collections.request',
      },
      { href: paths.transactions, name: 'transactions', icon: 'list', permission: 'payments.view' },
      { href: paths.balance, name: 'balance', icon: 'wallet', permission: 'balance.view' },
    ],
  },
  {
    name: 'selling',
    entries: [
      {
        href: paths.paymentLinks,
        name: 'paymentLinks',
        permission: 'payment_links.manage',
      },
      { href: paths.terminals, name: 'terminals', permission: 'terminals.manage' },
      {
        href: paths.cashSessions,
        name: 'cashSessions',
        permission: 'terminals.manage',
      },
      { href: paths.daySales, name: 'daySales', permission: 'day_sales.view' },
      { href: paths.operators, name: 'operators', permission: 'payments.view' },
    ],
  },
  {
    name: 'moneyOut',
    entries: [
      { href: paths.payouts, name: 'payouts', permission: 'payments.view' },
      { href: paths.refunds, name: 'refunds', permission: 'payments.view' },
      { href: paths.accounts, name: 'accounts', permission: 'accounts.manage' },
    ],
  },
  {
    name: 'developers',
    isFolded: true,
    entries: [
      { href: paths.keys, name: 'keys', permission: 'keys.manage' },
      { href: paths.webhooks, name: 'webhooks', permission: 'payments.view' },
      { href: paths.apiCalls, name: 'apiCalls', permission: 'keys.manage' },
      {
        href: paths.testTools,
        name: 'testTools',
        permission: 'test_payments.make',
        mode: 'sandbox',
      },
    ],
  },
  {
    name: 'settings',
    entries: [
      { href: paths.settings, name: 'service', permission: 'service.change' },
      { href: paths.team, name: 'team', permission: 'users.manage' },
      { href: paths.activity, name: 'activity', permission: 'activity.view' },
    ],
  },
]
