/** The role of a member of staff. Those who move money manage nobody, and those who manage people move no money. */
export type StaffRole = 'agent' | 'supervisor' | 'administrator'

export const staffRoles: readonly StaffRole[] = ['agent', 'supervisor', 'administrator']

const everybody = staffRoles
const desk = ['agent', 'supervisor'] as const
const overseers = ['supervisor', 'administrator'] as const

const permissions = {
  'merchants.view': everybody,
  /** Adds a merchant, and appoints its owner. */
  'merchants.manage': ['administrator'],
  'queues.view': everybody,
  /** Writes notes on a case for the others. */
  'cases.note': everybody,
  /** Takes a case from a queue, so that nobody else works on it too. */
  'cases.take': desk,
  /** Takes a bank transfer, and records that it was made or why not. */
  'transfers.process': desk,
  'transfers.approve': ['supervisor'],
  'refunds.decide': desk,
  /** Gives verdicts on payouts and refunds whose operator does not answer. */
  'outcomes.decide': ['supervisor'],
  /** Confirms that money arrived in the platform's bank account. */
  'funds.confirm': desk,
  /** Decides on held funds. */
  'funds.decide': ['supervisor'],
  /** Verifies accounts that merchants want to pay to, and revokes them. */
  'accounts.verify': desk,
  /** Acknowledges notices. */
  'notices.acknowledge': desk,
  /** Makes a run that needs attention retry. */
  'runs.look_again': overseers,
  'payouts.suspend': overseers,
  'operators.change': overseers,
  'rates.enter': ['supervisor'],
  /** Agrees on tariffs, exchange terms and delays with a merchant; always two people. */
  'terms.change': ['supervisor'],
  /** Imports operators' statements, and closes differences. */
  'reconciliations.manage': desk,
  /** Runs the ledger check now; it only reads, and moves no money. */
  'ledger.prove': everybody,
  'audit.view': overseers,
  'staff.manage': ['administrator'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>

export type StaffPermission = keyof typeof permissions

/**
 * The roles that have each permission at the staff desk. A second approval must come from another person than the
 * first, whatever their roles.
 */
export const staffPermissions: Readonly<Record<StaffPermission, readonly StaffRole[]>> = permissions

/** True if this role may invite, change and disable members in that one. */
export function mayStaffRoleManage(manager: string, role: string): boolean {
  return manager === 'administrator' && staffRoles.some((known) => known === role)
}
