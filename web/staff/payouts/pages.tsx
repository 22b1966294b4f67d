import type { TransactionId } from '#domain/ids.ts'
import { findQueuedPayout, listPayoutQueue } from '#use-cases/payouts/queue.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { closePayoutAct } from '#api/staff/payouts/close.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { closingSeen, wordFields } from '#web/staff/closings/words.ts'
import { readMerchantContext } from '#web/staff/merchant-context.ts'
import { takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { PayoutPage } from './detail.tsx'
import { PayoutList } from './list.tsx'

const one = `${paths.payouts}/:id`

/** Payouts whose operator stays silent: the queue, and the word that closes one. */
export function silentPayoutPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.payouts,
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    staffPage(context, {
      method: 'GET',
      path: one,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${one}/clore`,
      permission: 'outcomes.decide',
      handler: (input) =>
        takeOrder(input, {
          fields: wordFields,
          work: (order) => orderWithFields(context, closePayoutAct, order),
          seenNow: async () => closingSeen(await findQueuedPayout(database, idOf(input))),
          done: { to: `${paths.payouts}/${idOf(input)}`, text: 'Votre réponse est enregistrée.' },
          page: (refused) => show(context, input, refused),
        }),
    }),
  ]
}

function idOf(input: DeskInput): TransactionId {
  return idParam<TransactionId>(input, 'transaction_not_found')
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const { database, runUrl } = context
  const id = idOf(input)
  const payout = await findQueuedPayout(database, id)
  const merchant = await readMerchantContext(database, payout.serviceEnvId)
  return (
    <PayoutPage
      desk={input.session}
      payout={payout}
      merchant={merchant}
      runUrl={runUrl('payout', id)}
      refused={refused}
      form={input.form}
    />
  )
}

async function showList(context: WebContext, input: DeskInput) {
  const view = viewOf(input.query, ['closed', 'contradicted'])
  const { rows, next } = await readList(context, input, {
    list: `payouts ${view}`,
    path: paths.payouts,
    read: ({ limit, after }) =>
      listPayoutQueue(context.database, {
        state: view === '' ? 'open' : view,
        limit,
        after: queuePosition(after),
      }),
    positionOf: ({ waitsSince, id }) => [waitsSince.toISOString(), id],
  })
  return html(<PayoutList desk={input.session} rows={rows} next={next} view={view} />)
}
