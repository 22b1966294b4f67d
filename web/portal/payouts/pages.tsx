import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import { toDecimalText } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import { localTime } from '#domain/text/text.ts'
import { banks, mobileOperators } from '#domain/operators/operators.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { listSandboxDecisions } from '#use-cases/sandbox/list-decisions.ts'
import { readTransactionHistory } from '#use-cases/transactions/read-history.ts'
import { readPayoutOrigin } from '#use-cases/payouts/origin.ts'
import { ownNamesOf } from '#use-cases/authorized-accounts/own-names.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import {
  type ListPosition,
  listTransactions,
  type TransactionFilter,
} from '#use-cases/transactions/list.ts'
import { fits } from '#use-cases/transactions/sift.ts'
import { listDoneActs } from '#use-cases/transfers/find.ts'
import { cancelTransfer } from '#use-cases/transfers/orders.ts'
import type { WebContext } from '#web/context.ts'
import { SelectField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { momentsOf, readDays } from '#web/portal/days.tsx'
import { type ExportColumn, giveTable, sheetPhone, tableLines } from '#web/portal/export-table.ts'
import { isNarrowed, type ListPage } from '#web/portal/list-page.ts'
import { ListFilters, ListHead, stateFields, statusField } from '#web/portal/list-parts.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { channelNames } from '#web/portal/transactions/export.ts'
import { readTransactionsPage } from '#web/portal/transactions/read-page.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { statusNames } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Amount } from '#web/design/money.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { useScope } from '#web/design/scope.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { payoutFilePages } from './files.tsx'
import { payoutRequestPages } from './request.tsx'
import type { PayoutWords } from './french.tsx'
import { payoutWords, usePayoutWords } from './words.ts'
import { cancelPayoutPath, PayoutBadge, PayoutPage } from './detail.tsx'
import { providerName } from '#domain/operators/names.ts'

const permission = 'payments.view'

/** The payouts of a service in one mode: requested, followed, exported, and bank transfers cancelled. */
export function payoutPages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, permission)
  return [
    ...payoutRequestPages(context),
    ...payoutFilePages(context),
    page(paths.payouts, (input) => showList(context, input)),
    page(paths.payoutsFile, (input) => giveFile(context, input)),
    page(`${paths.payouts}/:id`, async (input) => html(await detailPage(context, input))),
    portalWrite(context, {
      path: cancelPayoutPath(':id'),
      permission: 'payouts.request',
      read: (input) => findPayout(context, input),
      act: ({ id }) => ({ act: 'payout.cancel', subject: { kind: 'transaction', id } }),
      async work({ id, transfer }, { language }) {
        if (!transfer) throw fail('cannot_cancel')
        await cancelTransfer(context, id)
        return doneAt(`${paths.payouts}/${id}`, payoutWords[language].cancel.done)
      },
      again: (input, faults) => detailPage(context, input, faults),
    }),
  ]
}

const longAgo = new Date(0)

/** The query field for the operator or the bank. */
const throughField = 'par'
const fields = [...stateFields, throughField]

function filterOf(query: URLSearchParams) {
  const status = transactionStatuses.find((known) => known === query.get(statusField))
  const { since = longAgo, until } = momentsOf(readDays(query, new Date()))
  const filter: TransactionFilter = {
    type: 'payout',
    createdAfter: since,
    ...(until && { createdBefore: until }),
    ...(status && { statuses: [status] }),
  }
  const through = payers.find(({ code }) => code === query.get(throughField))
  return { filter, sieve: through ? { provider: through.code } : null }
}

/** Through whom money can leave. */
const payers = [...mobileOperators, ...banks]

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { place } = session
  const page = await readTransactionsPage(context, {
    ...filterOf(query),
    name: 'portal-payouts',
    path: paths.payouts,
    place,
    query,
    fields,
  })
  const names = await ownNamesOf(context.database, place.id, page.rows)
  return html(<PayoutList query={query} names={names} {...page} />)
}

function giveFile(context: WebContext, input: PortalInput) {
  const { filter, sieve } = filterOf(input.query)
  const { fileName: name } = payoutWords[input.language].sheet
  const scope = { serviceEnvId: input.session.place.id }
  const lines = tableLines<TransactionRecord, ListPosition>({
    columns: sheetColumns(input.language),
    language: input.language,
    read: (page) => listTransactions(context.database, scope, { filter, ...page }),
    positionOf: (last) => last,
    ...(sieve && { keeps: (row) => fits(sieve, row) }),
  })
  return giveTable(context, input, { act: 'payouts.export', name, lines })
}

function sheetColumns(language: Language): readonly ExportColumn<TransactionRecord>[] {
  const { sheet: words } = payoutWords[language]
  return [
    [words.date, ({ createdAt }) => localTime(createdAt), 'time'],
    [words.id, ({ id }) => id],
    [words.reference, ({ reference }) => reference],
    [words.status, (payout) => payoutStateName(payout, language)],
    [words.failure, ({ failureCode }) => failureCode],
    [words.channel, ({ channel }) => channelNames[language][channel]],
    [words.through, ({ provider }) => providerName(provider)],
    [words.recipient, ({ customer }) => customer.name],
    [words.account, sheetDestination],
    [words.amount, ({ net }) => toDecimalText(net), 'number'],
    [words.fees, ({ fees }) => toDecimalText(fees.amount), 'number'],
    [words.debited, ({ amountCharged }) => toDecimalText(amountCharged), 'number'],
    [words.currency, ({ net }) => net.currency],
    [words.bankReference, ({ transfer }) => transfer?.bankReference ?? null],
    [words.description, ({ description }) => description],
    [words.end, ({ completedAt }) => completedAt && localTime(completedAt), 'time'],
  ]
}

/** The number or account that is paid. */
function sheetDestination({ transfer, customer: { phone } }: TransactionRecord): string | null {
  return transfer ? transfer.accountMasked : phone && sheetPhone(phone)
}

async function detailPage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { database } = context
  const payout = await findPayout(context, input)
  const history = await readTransactionHistory(database, payout.serviceEnvId, payout.id)
  if (history === undefined) throw fail('transaction_not_found')
  const acts = payout.transfer ? await listDoneActs(database, payout.id) : []
  const origin = await readPayoutOrigin(database, payout)
  const [decision = null] = await listSandboxDecisions(database, payout.serviceEnvId, payout.id)
  const names = await ownNamesOf(database, payout.serviceEnvId, [payout])
  const ownName = names.get(payout.id)
  const shown = { payout, origin, history, acts, decision, ownName, faults }
  return <PayoutPage {...shown} help={context} />
}

async function findPayout(
  { database }: WebContext,
  input: PortalInput,
): Promise<TransactionRecord> {
  const id = idParam<TransactionId>(input, 'transaction_not_found')
  const scope = { serviceEnvId: input.session.place.id }
  const found = await findTransaction(database, scope, id)
  if (found?.type !== 'payout') throw fail('transaction_not_found')
  return found
}

interface PayoutListProps extends ListPage<TransactionRecord> {
  readonly query: URLSearchParams
  /** What the merchant calls the accounts. */
  readonly names: ReadonlyMap<TransactionId, string>
}

/** All payouts, newest first. */
function PayoutList({ query, names, rows, newer, older }: PayoutListProps) {
  const portal = usePortal()
  const { list: words, columns } = usePayoutWords()
  const statuses = statusNames[useScope().language]
  const options = transactionStatuses.map((status) => [status, statuses[status]] as const)
  const mayAsk = hasPortalPermission(portal.person, 'payouts.request')
  return (
    <PortalFrame title={words.title}>
      <ListHead
        title={words.title}
        exportPath={rows.length > 0 ? paths.payoutsFile : null}
        query={query}
        fields={fields}
      >
        {mayAsk && <ButtonLink href={paths.newPayout}>{words.add}</ButtonLink>}
        <ButtonLink href={paths.standingOrders} look="quiet">
          {words.standing}
        </ButtonLink>
        <ButtonLink href={paths.payoutFiles} look="quiet">
          {words.byFile}
        </ButtonLink>
      </ListHead>
      <ListFilters path={paths.payouts} query={query} options={options} fields={fields}>
        <SelectField
          name={throughField}
          label={words.through}
          value={query.get(throughField) ?? ''}
          options={[
            ['', words.throughAll],
            ...payers.map(({ code, name }) => [code, name] as const),
          ]}
          isFilter
        />
      </ListFilters>
      {rows.length === 0 ? (
        <Nothing isFiltered={isNarrowed(query, fields)} />
      ) : (
        <CardTable
          caption={words.caption}
          columns={columnsIn(columns, names)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function columnsIn(
  words: PayoutWords['columns'],
  names: PayoutListProps['names'],
): readonly Column<TransactionRecord>[] {
  return [
    {
      title: words.recipient,
      cell: ({ id, customer, reference }) => (
        <a href={`${paths.payouts}/${id}`}>{names.get(id) ?? customer.name ?? reference}</a>
      ),
    },
    { title: words.through, cell: ({ provider }) => providerName(provider) },
    { title: words.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: words.status, cell: (payout) => <PayoutBadge payout={payout} /> },
    { title: words.amount, isNumber: true, cell: ({ net }) => <Amount of={net} /> },
  ]
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  const { list: words } = usePayoutWords()
  if (isFiltered) {
    return (
      <Empty title={words.noneInState} icon="search">
        <a href={paths.payouts}>{words.seeAll}</a>
      </Empty>
    )
  }
  return (
    <Empty title={words.none}>
      <p>{words.noneText}</p>
    </Empty>
  )
}

/** The payout's state in a word; for a bank transfer, the state of its processing. */
function payoutStateName({ status, transfer }: TransactionRecord, language: Language): string {
  const { transferStates } = payoutWords[language]
  return transfer ? transferStates[transfer.state] : statusNames[language][status]
}
