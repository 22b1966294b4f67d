import Type from 'typebox'
import { readCash } from '#domain/cash-sessions/cash-session.ts'
import { type ReceiptWidth, receiptWidths } from '#domain/text/printed.ts'
import { closeCashSession } from '#use-cases/cash-sessions/close.ts'
import { findCashSession } from '#use-cases/cash-sessions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { cashSession as cashSessionSchema } from '#api/schemas/terminals.ts'
import { visibleTerminal } from '#api/terminals/fields.ts'
import {
  cashErrors,
  cashField,
  cashSessionParams,
  noteField,
  sessionIdOf,
  sessionScope,
  sessionWithReport,
} from './fields.ts'

const defaultWidth: ReceiptWidth = 32

/** Closes a till for good: its token opens nothing at once, and the answer carries its Z report. */
export function closeCashSessionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/sessions/:session_id/close',
    keys: ['secret', 'terminal'],
    summary: 'Clôturer une session de caisse',
    answer: { object: cashSessionSchema },
    params: cashSessionParams,
    body: Type.Object({
      counted_cash: Type.Optional(cashField),
      width: Type.Optional(Type.Integer({ code: 'invalid_field', enum: [...receiptWidths] })),
      note: Type.Optional(noteField),
    }),
    checkFields: ({ numberText }) => cashErrors('counted_cash', numberText('counted_cash')),
    async handler({ caller, params, body, numberText }) {
      await visibleTerminal(context, caller, params)
      const scope = sessionScope(caller, params)
      const id = sessionIdOf(params)
      const counted = numberText('counted_cash')
      await closeCashSession(
        context.database,
        { scope, id },
        {
          closedBy: caller.kind === 'terminal' ? 'terminal' : 'secret',
          countedCash: (counted === undefined ? undefined : readCash(counted)?.minor) ?? null,
          note: body.note ?? null,
        },
      )
      const session = await findCashSession(context.database, scope, id)
      const width = body.width ?? defaultWidth
      return { body: { data: await sessionWithReport(context, caller, { session, width }) } }
    },
  })
}
