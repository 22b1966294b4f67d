import { changeKinds } from '#domain/account-changes/change.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import * as part from './parts.ts'
import type { NamedSchema } from './parts.ts'
import { named } from './staff-queues.ts'

/** A change to an account that two administrators decide on. */
export const accountChange: NamedSchema = {
  name: 'AccountChange',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('account_change'),
    kind: part.oneOf(...changeKinds),
    state: part.oneOf('waiting', 'done', 'refused', 'withdrawn', 'expired'),
    member: part.orNull(named),
    merchant: part.orNull(named),
    name: part.textOrNull,
    email: part.textOrNull,
    role: part.orNull(part.oneOf(...staffRoles)),
    reason: part.textOrNull,
    asked_by: part.orNull(named),
    asked_at: part.time,
    expires_at: part.time,
    decided_by: part.orNull(named),
    decided_at: part.timeOrNull,
  }),
}
