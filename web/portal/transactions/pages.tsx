import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { listRefunds, readRefundable } from '#use-cases/refunds/find.ts'
import { listSandboxDecisions } from '#use-cases/sandbox/list-decisions.ts'
import { readTransactionHistory } from '#use-cases/transactions/read-history.ts'
import {
  findTransaction,
  listTransactions,
  type ListPosition,
} from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { giveTable } from '#web/portal/export-table.ts'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { DecisionCard } from '#web/portal/sandbox/decision-card.tsx'
import { TransactionPage } from './detail.tsx'
import { exportLines } from './export.ts'
import { filterFields, readFilter } from './filter.ts'
import { TransactionList } from './list.tsx'
import { positionOf } from './position.ts'

const permission = 'payments.view'

/** The transactions of a service in one mode: found, listed, taken home, and each with what happened to it. */
export function transactionPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    page(paths.transactions, (input) => showList(context, input)),
    page(paths.transactionsFile, (input) => giveFile(context, input)),
    page(`${paths.transactions}/:id`, (input) => showOne(context, input)),
  ]
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { place } = session
  const filter = readFilter(query)
  const page = await readListPage<TransactionRecord, ListPosition>(context, {
    name: 'portal-transactions',
    path: paths.transactions,
    place,
    query,
    fields: filterFields,
    read: (part) =>
      listTransactions(context.database, { serviceEnvId: place.id }, { filter, ...part }),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: positionOf,
  })
  return html(<TransactionList portal={session} query={query} {...page} />)
}

/** It holds the payers' names. */
function giveFile(context: WebContext, input: PortalInput) {
  const scope = { serviceEnvId: input.session.place.id }
  const lines = exportLines(context.database, { scope, filter: readFilter(input.query) })
  return giveTable(context, input, { act: 'transactions.export', name: 'transactions', lines })
}

/** Of one payment; all of them are in the list of refunds. */
const refundsShown = 50

async function showOne({ database, receiptCodes }: WebContext, input: PortalInput) {
  const { session } = input
  const serviceEnvId = session.place.id
  const id = idParam<TransactionId>(input, 'transaction_not_found')
  const transaction = await findTransaction(database, { serviceEnvId }, id)
  const history = await readTransactionHistory(database, serviceEnvId, id)
  if (transaction === undefined || history === undefined) throw fail('transaction_not_found')
  if (transaction.type === 'payout') return redirect(`${paths.payouts}/${id}`)
  const isPaid = transaction.status === 'succeeded'
  const refundable = await readRefundable(database, serviceEnvId, id)
  const refunds = await listRefunds(
    database,
    { serviceEnvId, transactionId: id },
    { limit: refundsShown },
  )
  const [decision] = await listSandboxDecisions(database, serviceEnvId, id)
  return html(
    <TransactionPage
      portal={session}
      transaction={transaction}
      history={history}
      refunds={refunds}
      refundable={refundable}
      receiptPath={isPaid ? `/verification/${receiptCodes.encode('verify', id)}` : null}
    >
      {decision && <DecisionCard portal={session} decision={decision} />}
    </TransactionPage>,
  )
}
