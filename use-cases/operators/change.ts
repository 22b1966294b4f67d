import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { operatorOf, type OperatorCode } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { reasonField } from '#use-cases/desk/fields.ts'
import { choiceField } from '#use-cases/fields.ts'
import { isOperatorIn, operatorStatesSubject } from './read-states.ts'
import type { StaffMemberId } from '#domain/ids.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { type Changes, db, type Params, prepared } from '#db/statements.ts'

/** Fields for opening or closing an operator. */
export const operatorChange = Type.Object({
  mode: choiceField('invalid_field', ['live', 'sandbox']),
  reason: reasonField,
})

/** The operator with this code, in this mode. Refusal: operator_not_found. */
export function operatorIn(code: string, mode: Mode) {
  const operator = operatorOf(code)
  if (!operator || !isOperatorIn(operator, mode)) throw fail('operator_not_found')
  return operator
}

interface Change {
  readonly operator: ReturnType<typeof operatorIn>
  readonly mode: Mode
  readonly isOpen: boolean
  readonly cause: { readonly requestId: string; readonly reason: string }
}

/**
 * Closes an operator to new payments or opens it again. Refusal: action_not_allowed if it is in that state already.
 */
export function changeOperator(
  { database }: Pick<UseCaseContext, 'database'>,
  person: StaffMember,
  { operator: { code: provider }, ...change }: Change,
): Promise<void> {
  return setOperatorState(database, person, { provider, ...change })
}

export interface OperatorStateChange {
  readonly provider: OperatorCode
  readonly mode: Mode
  readonly isOpen: boolean
  readonly cause: ActCause & { readonly reason: string }
}

/**
 * Closes an operator to new payments, or opens it again; payments in progress continue. All processes are notified.
 * Refusal: action_not_allowed if it is in that state already.
 */
export async function setOperatorState(
  { pool, wake }: Pick<Database, 'pool' | 'wake'>,
  member: StaffMember,
  { provider, mode, isOpen, cause }: OperatorStateChange,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const change = { provider, mode, reason: cause.reason, changedBy: member.id }
    const changed = await tx.run(isOpen ? open(change) : close(change))
    if (changed === 0) throw fail('action_not_allowed')
    const subject = { kind: 'operator', id: provider }
    const act = isOpen ? 'operator.open' : 'operator.close'
    await logAct(tx, member, { act, subject, details: { mode }, cause })
  })
  await wake.announce([operatorStatesSubject])
}

interface StateChange {
  readonly provider: string
  readonly mode: Mode
  readonly reason: string
  readonly changedBy: StaffMemberId
}

/**
 * Of two concurrent changes, the second waits and finds the state already set. Without a row the operator is open.
 */
const open = prepared((p: Params<StateChange>) =>
  db
    .updateTable('operatorState')
    .set({ isOpen: true, reason: p.reason, changedBy: p.changedBy, changedAt: now })
    .where('provider', '=', p.provider)
    .where('mode', '=', p.mode)
    .where('isOpen', '=', false),
)

const close = prepared((p: Params<StateChange>) =>
  db
    .insertInto('operatorState')
    .values({
      provider: p.provider,
      mode: p.mode,
      isOpen: false,
      reason: p.reason,
      changedBy: p.changedBy,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'mode'])
        .doUpdateSet((eb): Changes<'operatorState'> => ({
          isOpen: eb.ref('excluded.isOpen'),
          reason: eb.ref('excluded.reason'),
          changedBy: eb.ref('excluded.changedBy'),
          changedAt: now,
        }))
        .where('operatorState.isOpen', '=', true),
    ),
)
