import { fail } from '#domain/errors.ts'
import { asId, isUuid, type TransactionId } from '#domain/ids.ts'
import { logAct } from '#db/act-log.ts'
import { readTransactionHistory } from '#db/queries/transaction-history.ts'
import { findTransaction, listTransactions, type ListPosition } from '#db/queries/transactions.ts'
import { onPool } from '#db/sql.ts'
import type { WebContext } from '#web/context.ts'
import { file, html } from '#web/http/answer.ts'
import { param, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { TransactionPage } from './detail.tsx'
import { exportLines } from './export.ts'
import { listPath, readFilter } from './filter.ts'
import { TransactionList } from './list.tsx'

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

const rowsPerPage = 25

async function showList({ database, cursors }: WebContext, { session, query }: PortalInput) {
  const { id } = session.place
  const place = { list: 'portal-transactions', scope: id }
  const cursor = query.get('suite') ?? ''
  const position = cursor === '' ? undefined : positionOf(cursors.decode(place, cursor))
  const rows = await listTransactions(
    database,
    { serviceEnvId: id },
    { filter: readFilter(query), limit: rowsPerPage + 1, ...(position && { position }) },
  )
  const shown = rows.slice(0, rowsPerPage)
  const last = rows.length > rowsPerPage ? shown.at(-1) : undefined
  const suite = last && cursors.encode(place, [last.createdAt.toISOString(), last.id])
  return html(
    <TransactionList
      portal={session}
      query={query}
      rows={shown}
      newer={position ? listPath(paths.transactions, query) : null}
      older={suite ? listPath(paths.transactions, query, { suite }) : null}
    />,
  )
}

function positionOf([createdAt = '', id = '']: readonly string[]): ListPosition {
  return { createdAt: new Date(createdAt), id: asId<TransactionId>(id) }
}

/** Who takes the payers' names home stands in the merchant's log. */
async function giveFile({ database }: WebContext, { session, query, requestId }: PortalInput) {
  const { id, mode } = session.place
  await logAct(onPool(database.pool), session.person, {
    act: 'transactions.export',
    serviceEnvId: id,
    cause: { requestId },
  })
  return file({
    content: exportLines(database, { scope: { serviceEnvId: id }, filter: readFilter(query) }),
    contentType: 'text/csv; charset=utf-8',
    fileName: `transactions-${mode === 'live' ? 'reel' : 'test'}.csv`,
    isSaved: true,
  })
}

async function showOne({ database, receiptCodes }: WebContext, input: PortalInput) {
  const { session } = input
  const serviceEnvId = session.place.id
  const text = param(input, 'id')
  if (!isUuid(text)) throw fail('transaction_not_found')
  const id = asId<TransactionId>(text)
  const transaction = await findTransaction(database, { serviceEnvId }, id)
  const history = await readTransactionHistory(database, serviceEnvId, id)
  if (transaction === undefined || history === undefined) throw fail('transaction_not_found')
  const isPaid = transaction.type === 'collection' && transaction.status === 'succeeded'
  return html(
    <TransactionPage
      portal={session}
      transaction={transaction}
      history={history}
      receiptPath={isPaid ? `/verification/${receiptCodes.encode('verify', id)}` : null}
    />,
  )
}
