import { money } from '#domain/money/money.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { CopyText } from '#web/design/button.tsx'
import { Icon } from '#web/design/icon.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, type LiveRows, Table, TableRow } from '#web/design/table.tsx'
import { useScope } from '#web/design/scope.ts'
import { ListTime } from '#web/design/time.tsx'
import type { Language } from '#domain/text/language.ts'
import { paths } from '#web/portal/paths.ts'
import { transactionListWords, useTransactionListWords } from './words.ts'

/** A table of transactions: who and how much, each linking to its details. */
export function TransactionTable({
  caption,
  rows,
  isLive,
}: {
  readonly caption: string
  readonly rows: readonly TransactionRecord[]
  /** True if rows come in while it is shown. */
  readonly isLive?: boolean
}) {
  const columns = columnsIn(useScope().language)
  return (
    <div class="card dense">
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        {...(isLive && { live: liveRows })}
      />
    </div>
  )
}

/** A row that takes its place in an open page, or with `swap` that of an older state of it. */
export function TransactionRow({
  row,
  swap,
}: {
  readonly row: TransactionRecord
  readonly swap?: 'true'
}) {
  const columns = columnsIn(useScope().language)
  return <TableRow row={row} columns={columns} id={liveRows.rowId(row)} {...(swap && { swap })} />
}

/** The last digits of an id: enough to tell the rows of a list apart. */
export function rowKey(id: string): string {
  return id.slice(-12)
}

export const liveRows: LiveRows<TransactionRecord> = {
  id: 'lignes',
  rowId: ({ id }) => `l-${rowKey(id)}`,
}

function columnsIn(language: Language): readonly Column<TransactionRecord>[] {
  const words = transactionListWords[language]
  return [
    { title: words.columns.who, cell: (row) => <Who row={row} /> },
    { title: words.columns.phone, cell: phoneText },
    { title: words.columns.method, cell: (row) => methodText(row, language) },
    { title: words.columns.when, cell: ({ createdAt }) => <ListTime at={createdAt} /> },
    { title: words.columns.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      title: words.columns.reference,
      cell: ({ id, reference }) => (
        <CopyText text={reference} label={words.page.copyReference}>
          {reference === id ? shortId(id) : reference}
        </CopyText>
      ),
    },
    { title: words.columns.amount, isNumber: true, cell: (row) => <Sum row={row} /> },
  ]
}

function Who({ row }: { readonly row: TransactionRecord }) {
  const { language } = useScope()
  const words = useTransactionListWords().columns
  const isOut = row.type === 'payout'
  const path = isOut ? paths.payouts : paths.transactions
  const name = payerText(row)
  return (
    <a id={`a-${rowKey(row.id)}`} href={`${path}/${row.id}`} class={isOut ? 'out' : undefined}>
      {isOut && <Icon name="out" />}
      {isOut && <span class="sr">{words.payoutTo}</span>}
      {name === '—' ? methodLabel(row, language) : name}
    </a>
  )
}

/** Payouts get a minus sign; what did not happen is pale. */
function Sum({ row: { type, status, net, display } }: { readonly row: TransactionRecord }) {
  const isDone = status === 'succeeded'
  const amount = type === 'payout' ? money(-net.minor, net.currency) : display.amount
  const look = type === 'payout' ? 'out' : undefined
  return (
    <span class={isDone ? look : 'soft'}>
      <Amount of={amount} />
    </span>
  )
}

/** Shown beside a name; without a name, the number takes its place. */
function phoneText({ customer: { name, phone } }: TransactionRecord): string | null {
  return name === null || phone === null ? null : shortPhone(phone)
}

/** `01 97 12 56 80`: local numbers without the country code, as people say them. */
function shortPhone(phone: string): string {
  return groupedPhone(phone).replace(/^\+229\s/, '')
}

/** `MTN`: most payments are Mobile Money, so it goes unsaid. */
function methodText(transaction: TransactionRecord, language: Language): string {
  return methodLabel(transaction, language).replace(/ (Mobile )?Money$/, '')
}

/** `9B2BAB0A`: enough to distinguish payments without the merchant's reference. */
function shortId(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/** The payer, as far as known: a name or a number. */
export function payerText({ customer: { name, phone } }: TransactionRecord): string {
  if (name !== null) return name
  return phone === null ? '—' : groupedPhone(phone)
}
