import type { TransactionId } from '#domain/ids.ts'
import { findQueuedTransfer, listTransferQueue } from '#use-cases/transfers/queue.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { approveTransferAct } from '#api/staff/transfers/approve.ts'
import { transferredAct } from '#api/staff/transfers/mark-transferred.ts'
import { readAccount } from '#api/staff/transfers/read-account.ts'
import { rejectTransferAct } from '#api/staff/transfers/reject.ts'
import { takeAct } from '#api/staff/transfers/take.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { type Order, passwordSentence, reasonSentence, takeOrder } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, type StaffPage, staffPage } from '#web/staff/staff-page.ts'
import { readMerchantContext } from '#web/staff/merchant-context.ts'
import { readAccountPast } from '#use-cases/payouts/merchant-context.ts'
import { TransferPage } from './detail.tsx'
import { TransferList } from './list.tsx'
import type { TransferPageProps } from './props.ts'
import { transferSeen } from './seen.ts'

const one = `${paths.transfers}/:id`

/** Bank transfers: the queue, each with what is needed to make it, and what is done with it. */
export function transferPages(context: WebContext): readonly PageRoute[] {
  const page = (
    method: 'GET' | 'POST',
    path: string,
    rest: Pick<StaffPage, 'permission' | 'handler'>,
  ) => staffPage(context, { method, path, ...rest })
  const act = (verb: string, permission: StaffPage['permission'], order: ActOf) =>
    page('POST', `${one}/${verb}`, {
      permission,
      handler: (input) => takeOrder(input, orderOf(context, input, order)),
    })
  return [
    page('GET', paths.transfers, {
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    page('GET', one, {
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, {})),
    }),
    page('POST', `${one}/compte`, {
      permission: 'transfers.process',
      handler: (input) => showAccount(context, input),
    }),
    act('prendre', 'transfers.process', {
      text: 'Vous avez pris ce virement en charge. Le marchand ne peut plus l’annuler.',
      fields: {},
      work: (input) => orderWithFields(context, takeAct, input),
    }),
    act('approuver', 'transfers.approve', {
      text: 'Virement approuvé. Il peut être fait et confirmé.',
      fields: { password: passwordSentence },
      work: (input) => orderWithFields(context, approveTransferAct, input),
    }),
    act('vire', 'transfers.process', {
      text: 'Virement confirmé. Le marchand en est averti.',
      fields: {
        bank_reference: 'Écrivez la référence que la banque a donnée, 64 signes au plus.',
        transfer_on: 'Choisissez le jour du virement, dans les deux derniers mois.',
        password: passwordSentence,
      },
      work: (input) => orderWithFields(context, transferredAct, input),
    }),
    act('rejeter', 'transfers.process', {
      text: 'Virement rejeté. Le montant et les frais reviennent au marchand.',
      fields: { reason: reasonSentence },
      work: (input) => orderWithFields(context, rejectTransferAct, input),
    }),
  ]
}

type ActOf = Pick<Order, 'fields' | 'work'> & { readonly text: string }

function orderOf(context: WebContext, input: DeskInput, { text, fields, work }: ActOf): Order {
  const id = idOf(input)
  return {
    fields,
    work,
    seenNow: async () => transferSeen(await findQueuedTransfer(context.database, id)),
    done: { to: `${paths.transfers}/${id}`, text },
    page: (refused) => show(context, input, { refused }),
  }
}

function idOf(input: DeskInput): TransactionId {
  return idParam<TransactionId>(input, 'transaction_not_found')
}

type Shown = Pick<TransferPageProps, 'refused' | 'accountNumber' | 'form'>

async function show(context: WebContext, input: DeskInput, shown: Partial<Shown>) {
  const { database, runUrl } = context
  const id = idOf(input)
  const transfer = await findQueuedTransfer(database, id)
  const [merchant, account] = await Promise.all([
    readMerchantContext(database, transfer.serviceEnvId),
    readAccountPast(database, id),
  ])
  return (
    <TransferPage
      desk={input.session}
      transfer={transfer}
      merchant={merchant}
      account={account}
      runUrl={runUrl('bank-transfer', id)}
      refused={null}
      accountNumber={null}
      form={input.form}
      {...shown}
    />
  )
}

/** That it was read, and by whom, is in the audit log. */
async function showAccount(context: WebContext, input: DeskInput) {
  const { requestId, session } = input
  const params = { id: idOf(input) }
  const { accountNumber } = await readAccount(context, {
    caller: session.session,
    requestId,
    params,
  })
  return html(await show(context, input, { accountNumber }))
}

const views = ['transferred', 'rejected', 'cancelled'] as const

async function showList(context: WebContext, input: DeskInput) {
  const view = viewOf(input.query, views)
  const states = view === '' ? (['to_process', 'in_progress'] as const) : [view]
  const { rows, next } = await readList(context, input, {
    list: `transfers ${view}`,
    path: paths.transfers,
    read: ({ limit, after }) =>
      listTransferQueue(context.database, { states, limit, after: queuePosition(after) }),
    positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
  })
  return html(<TransferList desk={input.session} rows={rows} next={next} view={view} />)
}
