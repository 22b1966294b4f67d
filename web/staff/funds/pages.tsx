import type { TransactionId } from '#domain/ids.ts'
import { findQueuedFunds, listFundsQueue } from '#use-cases/funds/queue.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { confirmFundsAct, releaseFundsAct, withholdFundsAct } from '#api/staff/funds/decide.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { readMerchantContext } from '#web/staff/merchant-context.ts'
import { type Order, passwordSentence, reasonSentence, takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, type StaffPage, staffPage } from '#web/staff/staff-page.ts'
import { FundsPage } from './detail.tsx'
import { withholdReason } from './fields.ts'
import { FundsList } from './list.tsx'

const one = `${paths.funds}/:id`

/** Funds that wait for the staff's word: received, released, or kept. */
export function fundsPages(context: WebContext): readonly PageRoute[] {
  const act = (verb: string, permission: StaffPage['permission'], order: ActOf) =>
    staffPage(context, {
      method: 'POST',
      path: `${one}/${verb}`,
      permission,
      handler: (input) => takeOrder(input, orderOf(context, input, order)),
    })
  const confirmed = { reason: reasonSentence, password: passwordSentence }
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.funds,
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    staffPage(context, {
      method: 'GET',
      path: one,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    act('confirmer', 'funds.confirm', {
      text: 'Réception confirmée. Les fonds sont disponibles.',
      fields: confirmed,
      work: (input) => orderWithFields(context, confirmFundsAct, input),
    }),
    act('liberer', 'funds.decide', {
      text: 'Fonds libérés. Ils sont disponibles.',
      fields: confirmed,
      work: (input) => orderWithFields(context, releaseFundsAct, input),
    }),
    act('conserver', 'funds.decide', {
      text: 'Fonds conservés, définitivement.',
      fields: { [withholdReason]: reasonSentence },
      async work(input) {
        const body = { reason: input.body[withholdReason] ?? '' }
        const errors = await orderWithFields(context, withholdFundsAct, { ...input, body })
        return errors.map((error) => ({ ...error, field: withholdReason }))
      },
    }),
  ]
}

type ActOf = Pick<Order, 'fields' | 'work'> & { readonly text: string }

function orderOf(context: WebContext, input: DeskInput, { text, ...order }: ActOf): Order {
  const id = idOf(input)
  return {
    ...order,
    seenNow: async () => (await findQueuedFunds(context.database, id)).funds ?? '',
    done: { to: `${paths.funds}/${id}`, text },
    page: (refused) => show(context, input, refused),
  }
}

function idOf(input: DeskInput): TransactionId {
  return idParam<TransactionId>(input, 'transaction_not_found')
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const { database, runUrl } = context
  const id = idOf(input)
  const funds = await findQueuedFunds(database, id)
  const [merchant, payment] = await Promise.all([
    readMerchantContext(database, funds.serviceEnvId),
    readTransaction(database, id),
  ])
  return (
    <FundsPage
      desk={input.session}
      funds={funds}
      payment={payment}
      merchant={merchant}
      runUrl={runUrl('funds', id)}
      refused={refused}
      form={input.form}
    />
  )
}

const views = ['held', 'pending_confirmation'] as const

async function showList(context: WebContext, input: DeskInput) {
  const view = viewOf(input.query, views)
  const { rows, next } = await readList(context, input, {
    list: `funds ${view}`,
    path: paths.funds,
    read: ({ limit, after }) =>
      listFundsQueue(context.database, {
        statuses: view === '' ? views : [view],
        limit,
        after: queuePosition(after),
      }),
    positionOf: ({ waitsSince, id }) => [waitsSince.toISOString(), id],
  })
  return html(<FundsList desk={input.session} rows={rows} next={next} view={view} />)
}
