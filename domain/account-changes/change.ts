/** Changes to an account that take two staff administrators. */
export type ChangeKind =
  | 'invite'
  | 'renew_invitation'
  | 'reset_one_time_codes'
  | 'change_role'
  | 'enable'
  | 'replace_owner'
  | 'reset_owner'

export const changeKinds: readonly ChangeKind[] = [
  'invite',
  'renew_invitation',
  'reset_one_time_codes',
  'change_role',
  'enable',
  'replace_owner',
  'reset_owner',
]

/** A `done` change was approved by somebody other than the person who requested it. */
export type ChangeState = 'waiting' | 'done' | 'refused' | 'withdrawn'

/** The audit log action of each kind, once it is done. */
export const changeActs = {
  invite: 'person.invite',
  renew_invitation: 'person.renew_invitation',
  reset_one_time_codes: 'person.reset_one_time_codes',
  change_role: 'person.change_role',
  enable: 'person.enable',
  replace_owner: 'merchant.replace_owner',
  reset_owner: 'merchant.reset_owner',
} as const satisfies Readonly<Record<ChangeKind, string>>
