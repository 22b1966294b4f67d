import type { AuthorizedAccountId } from '#domain/ids.ts'
import { findQueuedAccount, listAccountQueue } from '#use-cases/authorized-accounts/queue.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { accountActs } from '#api/staff/authorized-accounts/decide.ts'
import { readNumber } from '#api/staff/authorized-accounts/read-number.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { readMerchantContext } from '#web/staff/merchant-context.ts'
import { type Order, reasonSentence, takeOrder } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { revokeReason } from './fields.ts'
import { AccountList, AccountPage, type AccountPageProps } from './views.tsx'

const one = `${paths.accounts}/:id`

/** Accounts that merchants want to pay to: the queue, the number for who verifies, opened or closed for good. */
export function authorizedAccountPages(context: WebContext): readonly PageRoute[] {
  const act = (verb: string, order: ActOf) =>
    staffPage(context, {
      method: 'POST',
      path: `${one}/${verb}`,
      permission: 'accounts.verify',
      handler: (input) => takeOrder(input, orderOf(context, input, order)),
    })
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.accounts,
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    staffPage(context, {
      method: 'GET',
      path: one,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, {})),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${one}/numero`,
      permission: 'accounts.verify',
      handler: (input) => showNumber(context, input),
    }),
    act('verifier', {
      text: 'Compte ouvert. Le marchand peut y retirer son argent.',
      fields: { reason: reasonSentence },
      work: (input) => orderWithFields(context, accountActs.verify, input),
    }),
    act('revoquer', {
      text: 'Compte révoqué, définitivement.',
      fields: { [revokeReason]: reasonSentence },
      async work(input) {
        const body = { reason: input.body[revokeReason] ?? '' }
        const errors = await orderWithFields(context, accountActs.revoke, { ...input, body })
        return errors.map((error) => ({ ...error, field: revokeReason }))
      },
    }),
  ]
}

type ActOf = Pick<Order, 'fields' | 'work'> & { readonly text: string }

function orderOf(context: WebContext, input: DeskInput, { text, ...order }: ActOf): Order {
  const id = idOf(input)
  return {
    ...order,
    seenNow: async () => (await findQueuedAccount(context.database, id)).status,
    done: { to: `${paths.accounts}/${id}`, text },
    page: (refused) => show(context, input, { refused }),
  }
}

function idOf(input: DeskInput): AuthorizedAccountId {
  return idParam<AuthorizedAccountId>(input, 'authorized_account_not_found')
}

type Shown = Pick<AccountPageProps, 'refused' | 'number'>

async function show({ database }: WebContext, input: DeskInput, shown: Partial<Shown>) {
  const account = await findQueuedAccount(database, idOf(input))
  const merchant = await readMerchantContext(database, account.serviceEnvId)
  return (
    <AccountPage
      desk={input.session}
      account={account}
      merchant={merchant}
      refused={null}
      number={null}
      form={input.form}
      {...shown}
    />
  )
}

/** That it was read, and by whom, is in the audit log. */
async function showNumber(context: WebContext, input: DeskInput) {
  const { requestId, session } = input
  const params = { id: idOf(input) }
  const { number } = await readNumber(context, { caller: session.session, requestId, params })
  return html(await show(context, input, { number }))
}

async function showList(context: WebContext, input: DeskInput) {
  const view = viewOf(input.query, ['active', 'revoked'])
  const { rows, next } = await readList(context, input, {
    list: `accounts ${view}`,
    path: paths.accounts,
    read: ({ limit, after }) =>
      listAccountQueue(context.database, {
        statuses: [view === '' ? 'pending' : view],
        limit,
        after: queuePosition(after),
      }),
    positionOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
  })
  return html(<AccountList desk={input.session} rows={rows} next={next} view={view} />)
}
