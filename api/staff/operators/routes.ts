import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { changeOperator, operatorChange, operatorIn } from '#use-cases/operators/change.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { type Route, route } from '#http/route.ts'
import { presentOperatorState } from '#api/present/staff-context.ts'
import { operatorState } from '#api/schemas/staff.ts'
import { wholeRoute } from '#api/staff/desk-route.ts'
import { causeOf } from '#api/staff/fields.ts'

/** Each operator in each mode; closing it to new payments and opening it again. */
export function operatorRoutes(context: ApiContext): readonly Route[] {
  return [
    wholeRoute({
      path: '/staff/api/operators',
      summary: 'Lister les opérateurs ouverts et fermés',
      answer: operatorState,
      read: () => readOperatorStates(context.database),
      present: presentOperatorState,
    }),
    changeRoute(context, 'close'),
    changeRoute(context, 'open'),
  ]
}

/** Refusals: operator_not_found, action_not_allowed if it is in that state already. */
function changeRoute(context: ApiContext, verb: 'open' | 'close') {
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
      const operator = operatorIn(input.params.provider, mode)
      const cause = { ...causeOf(input), reason }
      const isOpen = verb === 'open'
      await changeOperator(context, input.caller.person, { operator, mode, isOpen, cause })
      const states = await readOperatorStates(context.database)
      const state = states.find((each) => each.provider === operator.code && each.mode === mode)
      if (state === undefined) throw fail('operator_not_found')
      return { body: { data: presentOperatorState(state) } }
    },
  })
}
