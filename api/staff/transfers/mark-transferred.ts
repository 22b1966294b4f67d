import Type from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { queuedTransfer } from '#api/schemas/staff-queues.ts'
import { confirmed, deskAct } from '#http/desk-act.ts'
import { confirmedFields, transactionParams } from '#api/staff/fields.ts'
import { markTransferred } from '#use-cases/transfers/orders.ts'
import { actOnTransfer } from './act.ts'

/** The bank has made it. Refusals: transaction_not_found, wrong_password, action_not_allowed, approval_required. */
export const transferredAct = deskAct({
  body: Type.Object({
    bank_reference: Type.String({
      code: 'invalid_field',
      minLength: 1,
      maxLength: 64,
      pattern: String.raw`\S`,
    }),
    transfer_on: Type.String({ code: 'invalid_field', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }),
    ...confirmedFields,
  }),
  checkFields: ({ transfer_on: day }) => checkDay(day),
  order(context, input) {
    const { bank_reference: bankReference, transfer_on: transferOn, reason } = input.body
    return actOnTransfer(context, input, {
      verb: 'mark_transferred',
      reason,
      details: { bank_reference: bankReference, transfer_on: transferOn },
      work: (order) =>
        confirmed(context, input, () =>
          markTransferred(context, { ...order, bankReference, transferOn }),
        ),
    })
  },
})

export function markBankTransferred(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/bank-transfers/:id/transferred',
    keys: { staff: 'transfers.process' },
    summary: 'Confirmer qu’un virement est parti',
    answer: { object: queuedTransfer },
    params: transactionParams,
    body: transferredAct.body,
    checkFields: ({ body }) => checkDay(body.transfer_on),
    handler: (input) => transferredAct.order(context, input),
  })
}

const dayMs = 86_400_000
/** Older transfers are no longer marked by hand. */
const daysMax = 60

/** A day that exists, and was: banks east of us may be a day ahead. */
function checkDay(day: string | undefined): FieldError[] {
  if (day === undefined) return []
  const time = new Date(`${day}T00:00:00Z`)
  const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day)
  const ageMs = Date.now() - time.getTime()
  const isRecent = ageMs > -dayMs && ageMs < daysMax * dayMs
  return exists && isRecent ? [] : [{ field: 'transfer_on', code: 'invalid_field' }]
}
