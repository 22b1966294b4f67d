import { refundRequestPages } from './request.tsx'
import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import {
  type ActId,
  asId,
  type RefundId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import { toDecimalText } from '#domain/money/money.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import { localTime } from '#domain/text/text.ts'
import { partiesOf, type Party } from '#use-cases/transactions/parties.ts'
import { findPersonName } from '#use-cases/people/find.ts'
import { findRefund, listRefunds, type RefundPosition } from '#use-cases/refunds/find.ts'
import { readRefundDeliveries } from '#use-cases/transactions/read-history.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import { cancelRefund, decideSandboxRefund } from '#use-cases/refunds/orders.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { momentsOf, readDays } from '#web/portal/days.tsx'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { isNarrowed, type ListPage, readListPage } from '#web/portal/list-page.ts'
import { ListFilters, ListHead, stateFields, statusField } from '#web/portal/list-parts.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'
import { refundColumns } from '#web/refunds/facts.ts'
import { type TestDecision, testDecisionPath, testDecisions } from './decision.tsx'
import { cancelRefundPath, RefundBadge, RefundPage } from './detail.tsx'
import { refundWords, useRefundWords } from './words.tsx'

const permission = 'payments.view'

/** The refunds of a service in one mode: requested, followed, exported, and cancelled before approval. */
export function refundPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    ...refundRequestPages(context),
    page(paths.refunds, (input) => showList(context, input)),
    page(paths.refundsFile, (input) => giveFile(context, input)),
    page(`${paths.refunds}/:id`, async (input) => html(await detailPage(context, input))),
    portalWrite(context, {
      path: cancelRefundPath(':id'),
      permission: 'refunds.request',
      read: refundId,
      act: (id) => ({ act: 'refund.cancel', subject: { kind: 'refund', id } }),
      async work(refundId, { session, language }) {
        await cancelRefund(context, {
          refundId,
          serviceEnvId: session.place.id,
          actId: asId<ActId>(randomUUIDv7()),
          cancelledBy: session.person.id,
        })
        return doneAt(`${paths.refunds}/${refundId}`, refundWords[language].cancel.done)
      },
      again: (input, faults) => detailPage(context, input, faults),
    }),
    ...testDecisions.map((act) => decisionPage(context, act)),
  ]
}

/** A test tool: staff decides in live. */
function decisionPage(context: WebContext, act: TestDecision): PageRoute {
  return portalWrite(context, {
    path: testDecisionPath(':id', act),
    permission: 'test_payments.make',
    mode: 'sandbox',
    read: refundId,
    act: (id) => ({
      act: 'sandbox_refund.decide',
      subject: { kind: 'refund', id },
      details: { act },
    }),
    async work(refundId, { session, language }) {
      await decideSandboxRefund(context, {
        refundId,
        act,
        serviceEnvId: session.place.id,
        actId: asId<ActId>(randomUUIDv7()),
        decidedBy: session.person.id,
      })
      return doneAt(`${paths.refunds}/${refundId}`, refundWords[language].decision.done)
    },
    again: (input, faults) => detailPage(context, input, faults),
  })
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { place } = session
  const filter = filterOf(place.id, query)
  const page = await readListPage<RefundRecord, RefundPosition>(context, {
    name: 'portal-refunds',
    path: paths.refunds,
    place,
    query,
    fields: stateFields,
    read: (part) => listRefunds(database, filter, part),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: ([createdAt = '', id = '']) => ({
      createdAt: new Date(createdAt),
      id: asId<RefundId>(id),
    }),
  })
  const ids = page.rows.map(({ transactionId }) => transactionId)
  const parties = await partiesOf(database, place.id, ids)
  return html(<RefundList query={query} parties={parties} {...page} />)
}

function filterOf(serviceEnvId: ServiceEnvId, query: URLSearchParams) {
  const status = refundStatuses.find((known) => known === query.get(statusField))
  const days = momentsOf(readDays(query, new Date()))
  return { serviceEnvId, ...days, ...(status && { statuses: [status] }) }
}

function giveFile(context: WebContext, input: PortalInput) {
  const filter = filterOf(input.session.place.id, input.query)
  const { database } = context
  const lines = tableLines<ExportedRefund, RefundPosition>({
    columns: exportColumnsIn(input.language),
    language: input.language,
    async read(page) {
      const refunds = await listRefunds(database, filter, page)
      const ids = refunds.map(({ transactionId }) => transactionId)
      const parties = await partiesOf(database, filter.serviceEnvId, ids)
      return refunds.map((refund) => ({
        ...refund,
        reference: parties.get(refund.transactionId)?.reference ?? refund.transactionId,
        payer: parties.get(refund.transactionId)?.who ?? null,
      }))
    },
    positionOf: (last) => last,
  })
  const { name } = refundWords[input.language].file
  return giveTable(context, input, { act: 'refunds.export', name, lines })
}

type ExportedRefund = RefundRecord & { readonly reference: string; readonly payer: string | null }

function exportColumnsIn(language: Language): readonly ExportColumn<ExportedRefund>[] {
  const { file: words, statuses } = refundWords[language]
  return [
    [words.date, ({ createdAt }) => localTime(createdAt), 'time'],
    [words.id, ({ id }) => id],
    [words.payment, ({ transactionId }) => transactionId],
    [words.reference, ({ reference }) => reference],
    [words.status, ({ status }) => statuses[status]],
    [words.failure, ({ failureCode }) => failureCode],
    [words.amount, ({ amount }) => toDecimalText(amount), 'number'],
    [words.currency, ({ amount }) => amount.currency],
    ...refundColumns(language),
    [words.end, ({ completedAt }) => completedAt && localTime(completedAt), 'time'],
    [words.payer, ({ payer }) => payer],
  ]
}

async function detailPage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { session } = input
  const { place, person } = session
  const refund = await findRefund(database, place.id, refundId(input))
  const scope = { serviceEnvId: place.id }
  const payment = await findTransaction(database, scope, refund.transactionId)
  if (payment === undefined) throw fail('refund_not_found')
  return (
    <RefundPage
      refund={refund}
      payment={payment}
      askedBy={await findPersonName(database, person.merchantId, refund.requestedBy)}
      deliveries={await readRefundDeliveries(database, place.id, refund.id)}
      faults={faults}
    />
  )
}

function refundId(input: PortalInput): RefundId {
  return idParam<RefundId>(input, 'refund_not_found')
}

interface RefundListProps extends ListPage<RefundRecord> {
  readonly query: URLSearchParams
  /** Whose the refunded payments are. */
  readonly parties: ReadonlyMap<TransactionId, Party>
}

/** The states of a refund, in the order they occur. */
const refundStatuses = Object.keys(refundWords.fr.statuses) as readonly RefundStatus[]

/** All refunds, newest first. */
function RefundList({ query, rows, newer, older, parties }: RefundListProps) {
  const { language } = useScope()
  const { list: words, statuses } = useRefundWords()
  return (
    <PortalFrame title={words.title}>
      <ListHead
        title={words.title}
        exportPath={rows.length > 0 ? paths.refundsFile : null}
        query={query}
      />
      <ListFilters
        path={paths.refunds}
        query={query}
        options={refundStatuses.map((status) => [status, statuses[status]] as const)}
      />
      {rows.length === 0 ? (
        <Nothing isFiltered={isNarrowed(query, stateFields)} />
      ) : (
        <CardTable
          caption={words.caption}
          columns={columnsWith(parties, language)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function columnsWith(
  parties: ReadonlyMap<TransactionId, Party>,
  language: Language,
): readonly Column<RefundRecord>[] {
  const words = refundWords[language].list
  return [
    {
      title: words.payer,
      cell: ({ id, transactionId }) => (
        <a href={`${paths.refunds}/${id}`}>{partyText(parties.get(transactionId)) || id}</a>
      ),
    },
    { title: words.reason, cell: ({ reason }) => reason ?? '—' },
    { title: words.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: words.status, cell: ({ status }) => <RefundBadge status={status} /> },
    { title: words.amount, isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

/** The payer and the merchant's reference, as far as there are any. */
function partyText(party: Party | undefined): string {
  return [party?.who, party?.reference].filter((part) => part).join(' · ')
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const words = useRefundWords().nothing
  if (isFiltered) {
    return (
      <Empty title={words.inState} icon="search">
        <a href={paths.refunds}>{words.all}</a>
      </Empty>
    )
  }
  return (
    <Empty title={words.yet}>
      <p>{words.yetText(<a href={paths.transactions}>{words.transactions}</a>)}</p>
    </Empty>
  )
}
