import { fail } from '#domain/errors/errors.ts'
import { asId, isUuid, type TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { listRefunds, readRefundable } from '#use-cases/refunds/find.ts'
import { listSandboxDecisions } from '#use-cases/sandbox/list-decisions.ts'
import { readTransactionHistory } from '#use-cases/transactions/read-history.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import {
  type ListPosition,
  listTransactions,
  type TransactionFilter,
} from '#use-cases/transactions/list.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { giveTable } from '#web/portal/export-table.ts'
import { addressOf, readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { DecisionCard } from '#web/portal/sandbox/pages.tsx'
import { channels, transactionStatuses } from '#domain/transactions/transaction.ts'
import { statusNames } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { TransactionPage } from './detail.tsx'
import { channelNames, exportLines } from './export.ts'
import { TransactionTable } from './table.tsx'

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

interface ListProps {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly rows: readonly TransactionRecord[]
  readonly newer: string | null
  readonly older: string | null
}

/** The list, what narrows it, and a way to take it home. */
function TransactionList({ portal, query, rows, newer, older }: ListProps) {
  const isNarrowed = filterFields.some((name) => (query.get(name) ?? '') !== '')
  return (
    <PortalFrame portal={portal} title="Transactions">
      <div class="row spread">
        <h1>Transactions</h1>
        {rows.length > 0 && (
          <ButtonLink href={listPath(paths.transactionsFile, query)} look="quiet" icon="download">
            Exporter en CSV
          </ButtonLink>
        )}
      </div>
      <Filters action={paths.transactions} isOpen={isNarrowed}>
        <Choices query={query} />
      </Filters>
      {rows.length === 0 ? (
        <Nothing isNarrowed={isNarrowed} isTest={portal.place.mode === 'sandbox'} />
      ) : (
        <TransactionTable caption="Transactions, les plus récentes d’abord" rows={rows} />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Choices({ query }: { readonly query: URLSearchParams }) {
  const value = (name: (typeof filterFields)[number]) => query.get(name) ?? ''
  return (
    <>
      <TextField
        name="q"
        label="Référence ou identifiant"
        type="search"
        value={value('q')}
        maxLength={64}
        isFilter
      />
      <SelectField
        name="statut"
        label="Statut"
        value={value('statut')}
        options={[['', 'Tous'], ...transactionStatuses.map(statusOption)]}
        isFilter
      />
      <SelectField
        name="canal"
        label="Canal"
        value={value('canal')}
        options={[['', 'Tous'], ...channels.map(channelOption)]}
        isFilter
      />
      <TextField name="du" label="Du" type="date" value={value('du')} isFilter />
      <TextField name="au" label="Au" type="date" value={value('au')} isFilter />
    </>
  )
}

function statusOption(status: (typeof transactionStatuses)[number]) {
  return [status, statusNames[status]] as const
}

function channelOption(channel: (typeof channels)[number]) {
  return [channel, channelNames[channel]] as const
}

function Nothing({
  isNarrowed,
  isTest,
}: {
  readonly isNarrowed: boolean
  readonly isTest: boolean
}) {
  if (isNarrowed) {
    return (
      <Empty title="Aucune transaction ne correspond" icon="search">
        <p>
          Une référence se cherche telle que vous l’avez envoyée, en entier.{' '}
          <a href={paths.transactions}>Voir toutes les transactions</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="Aucune transaction pour l’instant">
      <p>Chaque paiement demandé apparaît ici aussitôt, avec tout ce qui lui arrive.</p>
      {isTest && (
        <p class="back">
          <ButtonLink href={paths.testTools}>Créer un paiement de test</ButtonLink>
        </p>
      )}
    </Empty>
  )
}

/** Fields of the address of a list; each may be missing, and what means nothing is as if it were. */
const filterFields = ['q', 'statut', 'canal', 'du', 'au'] as const

const dayMs = 86_400_000
const longAgo = new Date(0)
const referenceLengthMax = 64

/** What a list is asked for. A search by reference or number looks at all times. */
function readFilter(query: URLSearchParams): TransactionFilter {
  const text = (name: (typeof filterFields)[number]): string => query.get(name)?.trim() ?? ''
  const status = transactionStatuses.find((known) => known === text('statut'))
  const channel = channels.find((known) => known === text('canal'))
  const from = startOfLocalDay(text('du'))
  const lastDay = startOfLocalDay(text('au'))
  return {
    ...searched(text('q').slice(0, referenceLengthMax)),
    ...(status && { statuses: [status] }),
    ...(channel && { channel }),
    createdAfter: from ?? longAgo,
    ...(lastDay && { createdBefore: new Date(lastDay.getTime() + dayMs) }),
  }
}

function searched(text: string): Pick<TransactionFilter, 'id' | 'reference'> {
  if (text === '') return {}
  const id = text.toLowerCase()
  return isUuid(id) ? { id: asId<TransactionId>(id) } : { reference: text }
}

/** An address with the filter of this list. */
function listPath(path: string, query: URLSearchParams): string {
  return addressOf(path, query, { fields: filterFields })
}

/** A place in a list of transactions, as its cursor has it. */
export function positionOf([createdAt = '', id = '']: readonly string[]): ListPosition {
  return { createdAt: new Date(createdAt), id: asId<TransactionId>(id) }
}
