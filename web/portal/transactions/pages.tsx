import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { isDenied } from '#use-cases/receipts/denied.ts'
import { listRefunds, readRefundable } from '#use-cases/refunds/find.ts'
import { listSandboxDecisions } from '#use-cases/sandbox/list-decisions.ts'
import { readTransactionHistory } from '#use-cases/transactions/read-history.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { Selection } from '#use-cases/transactions/selection.ts'
import type { Sifted } from '#use-cases/transactions/sift.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { giveTable } from '#web/portal/export-table.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, portalSearch, usePortal } from '#web/portal/portal-page.ts'
import { DecisionCard } from '#web/portal/sandbox/pages.tsx'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { TransactionPage } from './detail.tsx'
import { Choices } from './choices.tsx'
import { exportLines } from './export.ts'
import { shownOf } from './arrivals.ts'
import { filterFields, listPath, readFilter } from './filter.ts'
import { listId, NewOnes } from './new-ones.tsx'
import { readArrivals, readTotals } from './read-arrivals.tsx'
import { readTransactionsPage } from './read-page.ts'
import { TransactionTable } from './table.tsx'
import { Sums } from './totals.tsx'
import { transactionListWords, useTransactionListWords } from './words.ts'

const permission = 'payments.view'

/** The transactions of a service in one mode: searched, listed, exported, and each with its history. */
export function transactionPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    page(paths.transactions, (input) => showList(context, input)),
    portalSearch(context, { page: paths.transactions, permission, fields: filterFields }),
    page(paths.transactionsFile, (input) => giveFile(context, input), {
      searchOf: paths.transactions,
    }),
    page(`${paths.transactions}/:id`, (input) => showOne(context, input)),
  ]
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const now = new Date()
  const asked = readFilter(query, now)
  if (query.has('depuis')) return readArrivals(context, { session, query, asked, now })
  const { database } = context
  const [page, selection] = await Promise.all([
    readTransactionsPage(context, {
      ...asked,
      name: listName,
      path: paths.transactions,
      place: session.place,
      query,
      fields: filterFields,
    }),
    readTotals(database, session.place.id, asked),
  ])
  return html(
    <TransactionList
      query={query}
      status={asked.filter.statuses?.[0]}
      selection={selection}
      now={now}
      {...page}
    />,
  )
}

const listName = 'portal-transactions'

/** The file contains the payers' names. */
function giveFile(context: WebContext, input: PortalInput) {
  const scope = { serviceEnvId: input.session.place.id }
  const { filter, sieve } = readFilter(input.query, new Date())
  const { language } = input
  const lines = exportLines(context.database, { scope, filter, sieve, language })
  const { name } = transactionListWords[language].file
  return giveTable(context, input, { act: 'transactions.export', name, lines })
}

/** Of one payment; the list of refunds shows all. */
const refundsShown = 50

async function showOne(context: WebContext, input: PortalInput) {
  const { database, receiptCodes, verifyUrlBase } = context
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
      transaction={transaction}
      history={history}
      refunds={refunds}
      refundable={refundable}
      receiptUrl={isPaid ? `${verifyUrlBase}/${receiptCodes.encode('verify', id)}` : null}
    >
      {isPaid && (await isDenied(database, id)) && <DeniedNotice />}
      {decision && <DecisionCard decision={decision} />}
    </TransactionPage>,
  )
}

interface ListProps {
  readonly query: URLSearchParams
  readonly status: TransactionStatus | undefined
  readonly selection: Selection | null
  readonly sifted: Sifted | null
  readonly rows: readonly TransactionRecord[]
  readonly newer: string | null
  readonly older: string | null
  readonly now: Date
}

/** The list, its filters, its totals and its export. */
function TransactionList(props: ListProps) {
  const portal = usePortal()
  const { query, selection, sifted, status, rows, newer, older, now } = props
  const words = useTransactionListWords().list
  const isFirst = newer === null
  return (
    <PortalFrame title={words.title} isLive={isFirst}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {rows.length > 0 && <ExportLinks href={listPath(paths.transactionsFile, query)} />}
      </div>
      <Choices query={query} mode={portal.place.mode} selection={selection} />
      <Sums selection={selection} sifted={sifted} status={status} />
      {isFirst && (
        <NewOnes
          query={query}
          shown={shownOf(rows, { since: now, openedAt: now, arrived: 0 })}
          now={now}
        />
      )}
      <div id={listId}>
        <Rows {...props} />
      </div>
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Rows({ query, rows }: ListProps) {
  const portal = usePortal()
  const words = useTransactionListWords().list
  if (rows.length > 0) return <TransactionTable caption={words.caption} rows={rows} isLive />
  const isNarrowed = filterFields.some((name) => (query.get(name) ?? '') !== '')
  const isTest = portal.place.mode === 'sandbox'
  const isSearched = (query.get('q') ?? '') !== ''
  return <Nothing isNarrowed={isNarrowed} isSearched={isSearched} isTest={isTest} />
}

function Nothing({
  isNarrowed,
  isSearched,
  isTest,
}: {
  readonly isNarrowed: boolean
  readonly isSearched: boolean
  readonly isTest: boolean
}) {
  const words = useTransactionListWords().nothing
  if (isNarrowed) {
    return (
      <Empty title={words.found} icon="search">
        <p>
          {isSearched ? words.foundText : words.otherChoice}{' '}
          <a href={paths.transactions}>{words.all}</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title={words.yet}>
      <p>{words.yetText}</p>
      {isTest && (
        <p class="back">
          <ButtonLink href={paths.testTools}>{words.test}</ButtonLink>
        </p>
      )}
    </Empty>
  )
}

/** For a payment that its operator denied after it had succeeded: payers and the public read the same. */
function DeniedNotice() {
  const { denied } = useTransactionListWords().page
  return (
    <Notice tone="bad" title={denied.title}>
      {denied.text}
    </Notice>
  )
}
