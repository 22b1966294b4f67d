import { fail } from '#domain/errors/errors.ts'
import type { AccountChangeId } from '#domain/ids.ts'
import { changeActs, type ChangeState } from '#domain/account-changes/change.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { accountError } from '#use-cases/people/invitations.ts'
import { loggedRefusal } from '#use-cases/people/change-managed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { carryOut } from './carry-out.ts'
import { type LockedChange, lockChange } from './lock.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

interface Decision {
  readonly id: string
  readonly password: string
  readonly cause: ActCause
}

/**
 * Approves another administrator's request and carries it out at once. Refusals: wrong_password, too_many_attempts,
 * account_too_fresh; account_change_not_found, account_change_over, second_person_needed for the requester and the
 * account's owner; and the refusals of the change itself.
 */
export function approveAccountChange(
  database: Database,
  member: StaffMember,
  decision: Decision,
): Promise<void> {
  return decide(database, member, {
    ...decision,
    act: 'account_change.approve',
    async work(tx, change) {
      await requireSettledNow(tx, member)
      if (change.askedBy === member.id || change.personId === member.id)
        throw fail('second_person_needed')
      await tx.run(end({ id: change.id, by: member.id, state: 'done' }))
      const subject = await carryOut(tx, database, { change, by: member })
      const details = { asked_by: change.askedBy, ...(change.role && { role: change.role }) }
      const { cause } = decision
      await logAct(tx, member, { act: changeActs[change.kind], subject, details, cause })
    },
  })
}

/**
 * Refuses another administrator's request, or withdraws one's own. Refusals: wrong_password, too_many_attempts,
 * account_change_not_found, account_change_over.
 */
export function refuseAccountChange(
  database: Database,
  member: StaffMember,
  decision: Decision,
): Promise<void> {
  return decide(database, member, {
    ...decision,
    act: 'account_change.refuse',
    async work(tx, change) {
      const state = change.askedBy === member.id ? 'withdrawn' : 'refused'
      await tx.run(end({ id: change.id, by: member.id, state }))
    },
  })
}

interface Deciding {
  readonly act: string
  readonly work: (tx: Sql, change: LockedChange) => Promise<void>
}

async function decide(
  database: Database,
  member: StaffMember,
  { id, password, cause, act, work }: Decision & Deciding,
): Promise<void> {
  const entry = { act, subject: { kind: 'account_change', id }, cause }
  await loggedRefusal(database, { manager: member, entry }, async () => {
    await confirmPassword(database, member, password)
    const done = inTransaction(database.pool, async (tx) => {
      const { isOver, ...change } = await lockChange(tx, id)
      if (isOver) throw fail('account_change_over')
      await work(tx, change)
      await logAct(tx, member, { ...entry, details: { kind: change.kind } })
    })
    await done.catch((error: unknown) => {
      throw accountError(error)
    })
  })
}

const end = prepared(
  (p: Params<{ id: AccountChangeId; by: StaffMember['id']; state: ChangeState }>) =>
    db
      .updateTable('accountChange')
      .set({ state: p.state, decidedBy: p.by, decidedAt: now })
      .where('id', '=', p.id),
)
