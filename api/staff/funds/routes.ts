import Type from 'typebox'
import { fundsForStaff } from '#domain/funds/funds.ts'
import {
  confirmFundsAct,
  holdFundsAct,
  releaseFundsAct,
  withholdFundsAct,
} from '#use-cases/funds/desk-acts.ts'
import { listFundsQueue, type QueuedMoney } from '#use-cases/funds/queue.ts'
import { endFundsRuleAct, makeFundsRuleAct } from '#use-cases/funds/rule-acts.ts'
import { listFundsRules } from '#use-cases/funds/rules.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentFundsRule, presentQueuedFunds } from '#api/present/staff-queues.ts'
import { fundsRule, queuedFunds } from '#api/schemas/staff-queues.ts'
import {
  actRoute,
  actRoutes,
  modeParameter,
  queueRoute,
  stateParameter,
} from '#api/staff/desk-route.ts'
import { transactionParams } from '#api/staff/fields.ts'

const filters = {
  mode: modeParameter,
  status: Type.Optional(choiceField('invalid_parameter', fundsForStaff)),
}

/** Payments whose funds await a decision of staff, oldest first, and that decision. */
export function staffFundsRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: QueuedMoney) => presentQueuedFunds(row, runUrl('funds', row.id))
  const act = {
    path: '/staff/api/funds/:id',
    answer: queuedFunds,
    params: transactionParams,
    present,
  }
  return [
    queueRoute(context, {
      path: '/staff/api/funds',
      summary: 'Lister les fonds à confirmer ou à vérifier',
      answer: queuedFunds,
      filters,
      list: ({ mode, status }) => `funds ${status ?? ''} ${mode ?? ''}`,
      read: (page, { mode, status }) =>
        listFundsQueue(database, { ...page, mode, statuses: status ? [status] : fundsForStaff }),
      at: ({ waitsSince }) => waitsSince,
      present,
    }),
    ...ruleRoutes(context),
    ...actRoutes(context, act, {
      hold: ['Retenir des fonds pour vérification', holdFundsAct],
      confirm: ['Confirmer la réception de fonds', confirmFundsAct],
      release: ['Libérer des fonds retenus', releaseFundsAct],
      withhold: ['Retenir des fonds définitivement', withholdFundsAct],
    }),
  ]
}

/** The rules by which funds of live payments are held, and their changes. */
function ruleRoutes(context: ApiContext): readonly Route[] {
  const path = '/staff/api/funds-rules'
  const act = { answer: fundsRule, present: presentFundsRule }
  return [
    queueRoute(context, {
      path,
      summary: 'Lister les règles qui retiennent des fonds',
      answer: fundsRule,
      filters: { state: stateParameter },
      list: ({ state = 'open' }) => `funds rules ${state}`,
      read: (page, { state = 'open' }) =>
        listFundsRules(context.database, { ...page, isOpen: state === 'open' }),
      at: ({ madeAt }) => madeAt,
      present: presentFundsRule,
    }),
    actRoute(context, {
      ...act,
      path,
      summary: 'Établir une règle qui retient des fonds',
      act: makeFundsRuleAct,
      made: () => ({}),
    }),
    actRoute(context, {
      ...act,
      path: `${path}/:id/end`,
      summary: 'Mettre fin à une règle qui retient des fonds',
      params: Type.Object({ id: idParameter('funds_rule_not_found') }),
      act: endFundsRuleAct,
    }),
  ]
}
