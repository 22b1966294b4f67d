/** What administrators of the staff do with accounts in twos. */
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

/** One that is `done` was approved by somebody else than who asked. */
export type ChangeState = 'waiting' | 'done' | 'refused' | 'withdrawn'

/** How each stands in the audit log, once it is done. */
export const changeActs = {
  invite: 'person.invite',
  renew_invitation: 'person.renew_invitation',
  reset_one_time_codes: 'person.reset_one_time_codes',
  change_role: 'person.change_role',
  enable: 'person.enable',
  replace_owner: 'merchant.replace_owner',
  reset_owner: 'merchant.reset_owner',
} as const satisfies Readonly<Record<ChangeKind, string>>
