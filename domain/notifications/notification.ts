import type { PortalPermission } from '#domain/people/portal-roles.ts'

/** Kinds of notification to a merchant's people. */
export type NotificationKind =
  | 'payments_received'
  | 'payouts_done'
  | 'payouts_failed'
  | 'standing_order_refused'
  | 'account_answer'
  | 'operator_down'
  | 'webhook_failing'
  | 'new_log_in'
  | 'monthly_statement'
  | 'live_answer'

/** Grouped kinds: the first comes at once, later ones together once an hour. */
export type DigestKind = 'payments_received' | 'payouts_done' | 'payouts_failed'

/** How somebody is notified outside the portal. */
export type Channel = 'email' | 'sms' | 'whatsapp'
export const channels: readonly Channel[] = ['email', 'sms', 'whatsapp']

/** The channels that somebody chose, by kind. */
export type NotificationChoices = Readonly<Partial<Record<NotificationKind, readonly Channel[]>>>

/** The facts of a notification; our own ids and names, no payer. */
export interface NotificationDetails {
  readonly count?: number
  /** Minor units of XOF, as text. */
  readonly amount?: string
  /** The single transaction, if there is one; else the order, the webhook or the account. */
  readonly id?: string
  /** The name of a standing order, an operator, a webhook’s host, a device or a service; an account’s masked number. */
  readonly name?: string
  /** The reason that staff gave for a refusal. */
  readonly reason?: string
  /** The code of a refusal. */
  readonly code?: string
  /** True if an account was revoked, not verified. */
  readonly isRevoked?: boolean
  /** `2026-03`, or a day. */
  readonly when?: string
  readonly moneyOut?: string
  readonly fees?: string
  /** What refunds gave back, if anything. */
  readonly refunded?: string
  /** What settled contradictions gave, or took if negative; absent if nothing. */
  readonly settled?: string
  /** How many payments of the month had not ended when it was summed up. */
  readonly underWay?: number
}

interface KindFacts {
  /** The permission needed to see it; null if it concerns one person only. */
  readonly permission: PortalPermission | null
  /** The default channels. */
  readonly usually: readonly Channel[]
}

/** Every kind, in the order of the settings page. A new device is always reported by mail. */
export const notificationKinds = {
  payments_received: { permission: 'payments.view', usually: [] },
  payouts_done: { permission: 'payouts.request', usually: [] },
  payouts_failed: { permission: 'payouts.request', usually: ['email'] },
  standing_order_refused: { permission: 'payouts.request', usually: ['email'] },
  account_answer: { permission: 'accounts.manage', usually: ['email'] },
  operator_down: { permission: 'payments.view', usually: [] },
  webhook_failing: { permission: 'webhooks.manage', usually: ['email'] },
  new_log_in: { permission: null, usually: [] },
  monthly_statement: { permission: 'service.change', usually: ['email'] },
  live_answer: { permission: 'service.change', usually: ['email'] },
} as const satisfies Readonly<Record<NotificationKind, KindFacts>>

/** The names of the kinds, in that order. */
export const kindNames = Object.keys(notificationKinds) as readonly NotificationKind[]

/** The shortest time between two grouped notifications. */
export const digestEveryMs = 3_600_000

/** The channels by which somebody is notified of this: the usual ones of a kind that they have not been asked about. */
export function channelsFor(
  kind: NotificationKind,
  choices: NotificationChoices | null,
): readonly Channel[] {
  return choices?.[kind] ?? notificationKinds[kind].usually
}
