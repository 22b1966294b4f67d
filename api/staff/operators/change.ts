import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { setOperatorState } from '#use-cases/operators/set-state.ts'
import { isOperatorIn, readOperatorStates } from '#use-cases/operators/read-states.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentOperatorState } from '#api/present/staff-context.ts'
import { operatorState } from '#api/schemas/staff.ts'
import { causeOf, reasonField } from '#api/staff/fields.ts'

/** What a change of an operator asks for. */
export const operatorChange = Type.Object({
  mode: choiceField('invalid_field', ['live', 'sandbox']),
  reason: reasonField,
})

/** Closes an operator to new payments or opens it again. Refusals: operator_not_found, action_not_allowed where it stands so. */
export function changeOperatorState({ database }: ApiContext, verb: 'open' | 'close') {
  return route({
    method: 'POST',
    path: `/staff/api/operators/:provider/${verb}`,
    keys: { staff: 'operators.change' },
    summary:
      verb === 'open' ? 'Rouvrir un opérateur' : 'Fermer un opérateur aux nouveaux paiements',
    answer: { object: operatorState },
    params: Type.Object({ provider: textField('operator_not_found', { min: 1, max: 40 }) }),
    body: operatorChange,
    async handler(input) {
      const { mode, reason } = input.body
      const operator = operatorOf(input.params.provider)
      if (!operator || !isOperatorIn(operator, mode)) throw fail('operator_not_found')
      const provider = operator.code
      const cause = { ...causeOf(input), reason }
      const change = { provider, mode, isOpen: verb === 'open', cause }
      await setOperatorState(database, input.caller.person, change)
      const states = await readOperatorStates(database)
      const state = states.find((each) => each.provider === provider && each.mode === mode)
      if (state === undefined) throw fail('operator_not_found')
      return { body: { data: presentOperatorState(state) } }
    },
  })
}
