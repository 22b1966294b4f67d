import { readOperatorStates } from '#use-cases/operators/read-states.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentOperatorState } from '#api/present/staff-context.ts'
import { operatorState } from '#api/schemas/staff.ts'

/** Each operator in each mode. */
export function listOperatorStates({ database }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/operators',
    keys: { staff: 'queues.view' },
    summary: 'Lister les opérateurs ouverts et fermés',
    answer: { object: operatorState, isList: true },
    async handler() {
      return { body: wholeList((await readOperatorStates(database)).map(presentOperatorState)) }
    },
  })
}
