import type { TransactionId } from '#domain/ids.ts'
import { findLateOutcome, listLateOutcomes } from '#use-cases/late-outcomes/queue.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { lateRefundAct } from '#api/staff/late-outcomes/refund.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { readMerchantContext } from '#web/staff/merchant-context.ts'
import { reasonSentence, takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { LateOutcomeList } from './list.tsx'
import { LateOutcomePage } from './detail.tsx'

const one = `${paths.lateOutcomes}/:id`

/** Debits that came after the end of their payment: listed, and given back. */
export function lateOutcomePages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.lateOutcomes,
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
      path: `${one}/rembourser`,
      permission: 'refunds.decide',
      handler: (input) =>
        takeOrder(input, {
          fields: { reason: reasonSentence },
          work: (order) => orderWithFields(context, lateRefundAct, order),
          done: {
            to: `${paths.lateOutcomes}/${idOf(input)}`,
            text: 'Remboursement demandé. Une autre personne doit l’approuver.',
          },
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
  const late = await findLateOutcome(database, id)
  const merchant = await readMerchantContext(database, late.serviceEnvId)
  return (
    <LateOutcomePage
      desk={input.session}
      late={late}
      merchant={merchant}
      runUrl={runUrl('collection', id)}
      refused={refused}
      form={input.form}
    />
  )
}

async function showList(context: WebContext, input: DeskInput) {
  const view = viewOf(input.query, ['all'])
  const { rows, next } = await readList(context, input, {
    list: `late outcomes ${view}`,
    path: paths.lateOutcomes,
    read: ({ limit, after }) =>
      listLateOutcomes(context.database, {
        isOpen: view === '',
        limit,
        after: queuePosition(after),
      }),
    positionOf: ({ waitsSince, id }) => [waitsSince.toISOString(), id],
  })
  return html(<LateOutcomeList desk={input.session} rows={rows} next={next} view={view} />)
}
