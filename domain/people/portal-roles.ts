/** The role of somebody at a merchant (docs/people-and-roles.md#portal-roles). */
export type PortalRole = 'owner' | 'administrator' | 'developer' | 'collaborator' | 'cashier'

export const portalRoles: readonly PortalRole[] = [
  'owner',
  'administrator',
  'developer',
  'collaborator',
  'cashier',
]

/** True for the name of a role. */
export function isPortalRole(value: unknown): value is PortalRole {
  return portalRoles.some((role) => role === value)
}

const everybody = portalRoles
/** Everybody but cashiers, who see today's sales at their own point of sale. */
const viewers = ['owner', 'administrator', 'developer', 'collaborator'] as const
const technical = ['owner', 'administrator', 'developer'] as const
const leading = ['owner', 'administrator'] as const

const permissions = {
  /** Payments, receipts, refunds, payouts and webhook deliveries, including their payers' details. */
  'payments.view': viewers,
  'balance.view': viewers,
  'payment_links.manage': viewers,
  /** The sales of today by point of sale and cashier; cashiers see those at their own point of sale. */
  'day_sales.view': everybody,
  /** Requesting a payment from a customer: by their number, or by a QR code on the screen. */
  'collections.request': everybody,
  /** Making sandbox payments and deciding their outcome. */
  'test_payments.make': viewers,
  'terminals.manage': technical,
  'webhooks.manage': technical,
  'keys.manage': technical,
  'refunds.request': leading,
  'payouts.request': leading,
  'accounts.manage': leading,
  'service.change': leading,
  /** How often the password is asked for. */
  'trust.change': ['owner'],
  'users.manage': leading,
  'activity.view': leading,
} as const satisfies Readonly<Record<string, readonly PortalRole[]>>

export type PortalPermission = keyof typeof permissions

/** Further roles that have a permission in test mode, where no money moves. */
export const testModePermissions: Readonly<
  Partial<Record<PortalPermission, readonly PortalRole[]>>
> = { 'refunds.request': ['developer'] }

/** Which roles have each permission in the portal. */
export const portalPermissions: Readonly<Record<PortalPermission, readonly PortalRole[]>> =
  permissions

const managed: Readonly<Record<string, readonly string[]>> = {
  owner: ['administrator', 'developer', 'collaborator', 'cashier'],
  administrator: ['developer', 'collaborator', 'cashier'],
}

/** True if this role may invite, change and disable people in that one. Nobody manages the owner. */
export function mayPortalRoleManage(manager: string, role: string): boolean {
  return managed[manager]?.includes(role) ?? false
}
