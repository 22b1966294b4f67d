import type { AccountChange } from '#use-cases/account-changes/find.ts'
import { isoTime } from '#domain/text/text.ts'

/** A requested change to an account. */
export function presentAccountChange(change: AccountChange) {
  return {
    id: change.id,
    object: 'account_change',
    kind: change.kind,
    state: change.state,
    member: change.person,
    merchant: change.merchant,
    name: change.name,
    email: change.email,
    role: change.role,
    reason: change.reason,
    asked_by: change.askedBy,
    asked_at: isoTime(change.askedAt),
    expires_at: isoTime(change.expiresAt),
    decided_by: change.decidedBy,
    decided_at: change.decidedAt && isoTime(change.decidedAt),
  }
}
