import type { RefundId } from '#domain/ids.ts'
import { findQueuedRefund, listRefundQueue } from '#use-cases/refunds/queue.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { closeRefundAct } from '#api/staff/refunds/close.ts'
import { approveRefundAct } from '#api/staff/refunds/approve.ts'
import { rejectRefundAct } from '#api/staff/refunds/reject.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { closingSeen, wordFields } from '#web/staff/closings/words.ts'
import { readMerchantContext } from '#web/staff/merchant-context.ts'
import { type Order, passwordSentence, reasonSentence, takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { RefundPage } from './detail.tsx'
import { RefundList } from './list.tsx'
import { refundSeen } from './seen.ts'

const one = `${paths.refunds}/:id`

/** Refunds: the queue, each with the payment it is of, and what is decided. */
export function refundPages(context: WebContext): readonly PageRoute[] {
  const act = (verb: string, order: ActOf) =>
    staffPage(context, {
      method: 'POST',
      path: `${one}/${verb}`,
      permission: 'refunds.decide',
      handler: (input) => takeOrder(input, orderOf(context, input, order)),
    })
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.refunds,
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    staffPage(context, {
      method: 'GET',
      path: one,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    act('approuver', {
      text: 'Votre approbation est enregistrée.',
      fields: { password: passwordSentence },
      work: (input) => orderWithFields(context, approveRefundAct, input),
    }),
    act('rejeter', {
      text: 'Remboursement rejeté. L’argent revient au marchand.',
      fields: { reason: reasonSentence },
      work: (input) => orderWithFields(context, rejectRefundAct, input),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${one}/clore`,
      permission: 'outcomes.decide',
      handler: (input) =>
        takeOrder(input, {
          ...orderOf(context, input, closing(context)),
          seenNow: async () => closingSeen(await findQueuedRefund(context.database, idOf(input))),
        }),
    }),
  ]
}

function closing(context: WebContext): ActOf {
  return {
    text: 'Votre réponse est enregistrée.',
    fields: wordFields,
    work: (input) => orderWithFields(context, closeRefundAct, input),
  }
}

type ActOf = Pick<Order, 'fields' | 'work'> & { readonly text: string }

function orderOf(context: WebContext, input: DeskInput, { text, ...order }: ActOf): Order {
  const id = idOf(input)
  return {
    ...order,
    seenNow: async () => refundSeen(await findQueuedRefund(context.database, id)),
    done: { to: `${paths.refunds}/${id}`, text },
    page: (refused) => show(context, input, refused),
  }
}

function idOf(input: DeskInput): RefundId {
  return idParam<RefundId>(input, 'refund_not_found')
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const { database, runUrl } = context
  const id = idOf(input)
  const refund = await findQueuedRefund(database, id)
  const [merchant, payment] = await Promise.all([
    readMerchantContext(database, refund.serviceEnvId),
    readTransaction(database, refund.transactionId),
  ])
  return (
    <RefundPage
      desk={input.session}
      refund={refund}
      payment={payment}
      merchant={merchant}
      runUrl={runUrl('refund', id)}
      refused={refused}
      form={input.form}
    />
  )
}

const open = ['pending', 'approved', 'processing'] as const
const views = ['succeeded', 'failed', 'rejected', 'cancelled'] as const

async function showList(context: WebContext, input: DeskInput) {
  const view = viewOf(input.query, views)
  const { rows, next } = await readList(context, input, {
    list: `refunds ${view}`,
    path: paths.refunds,
    read: ({ limit, after }) =>
      listRefundQueue(context.database, {
        statuses: view === '' ? open : [view],
        limit,
        after: queuePosition(after),
      }),
    positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
  })
  return html(<RefundList desk={input.session} rows={rows} next={next} view={view} />)
}
