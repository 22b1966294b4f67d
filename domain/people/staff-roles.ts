/** What somebody is in the service's own staff. Who moves money manages nobody, and who manages people moves no money. */
export type StaffRole = 'agent' | 'supervisor' | 'administrator'

export const staffRoles: readonly StaffRole[] = ['agent', 'supervisor', 'administrator']

const everybody = staffRoles
const desk = ['agent', 'supervisor'] as const
const overseers = ['supervisor', 'administrator'] as const

const permissions = {
  'merchants.view': everybody,
  /** Lets a merchant in, and gives it its owner. */
  'merchants.manage': ['administrator'],
  'queues.view': everybody,
  /** Takes a bank transfer, says that it was made or why not. */
  'transfers.process': desk,
  'transfers.approve': ['supervisor'],
  'refunds.decide': desk,
  /** Says how a payout or refund ended whose operator stays silent. */
  'outcomes.decide': ['supervisor'],
  /** Says that money came to the service's bank account. */
  'funds.confirm': desk,
  /** Decides on funds held for verification. */
  'funds.decide': ['supervisor'],
  /** Opens accounts that merchants want to pay to, and closes them. */
  'accounts.verify': desk,
  /** Says that a notice was seen to. */
  'notices.acknowledge': desk,
  /** Has a run that asks for attention try again. */
  'runs.look_again': overseers,
  'payouts.suspend': overseers,
  'operators.change': overseers,
  'rates.enter': ['supervisor'],
  /** Imports operators' statements, and closes what differs. */
  'reconciliations.manage': desk,
  /** Has the books proven now; reading them moves no money. */
  'ledger.prove': everybody,
  'audit.view': overseers,
  'staff.manage': ['administrator'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>

export type StaffPermission = keyof typeof permissions

/** Who may do what at the staff desk. A second approval is somebody else's than the first, whatever their roles. */
export const staffPermissions: Readonly<Record<StaffPermission, readonly StaffRole[]>> = permissions

/** True where this role may invite, change and disable members of that one. */
export function mayStaffRoleManage(manager: string, role: string): boolean {
  return manager === 'administrator' && staffRoles.some((known) => known === role)
}
