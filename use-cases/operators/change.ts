import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { reasonField } from '#use-cases/desk/fields.ts'
import { choiceField } from '#use-cases/fields.ts'
import { isOperatorIn } from './read-states.ts'
import { setOperatorState } from './set-state.ts'

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
