import { groupedPhone } from '#domain/phone/phone.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { paths } from '#web/portal/paths.ts'

/** Transactions under one another, each a link to what happened to it. */
export function TransactionTable({
  caption,
  rows,
}: {
  readonly caption: string
  readonly rows: readonly TransactionRecord[]
}) {
  return (
    <div class="card">
      <Table caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </div>
  )
}

const columns: readonly Column<TransactionRecord>[] = [
  {
    title: 'Référence',
    cell: ({ id, reference }) => <a href={`${paths.transactions}/${id}`}>{reference}</a>,
  },
  { title: 'Payeur', cell: payerText },
  { title: 'Quand', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Statut', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Montant', isNumber: true, cell: ({ display }) => <Amount of={display.amount} /> },
]

/** Who pays, as far as it is known: a name, or a number. */
export function payerText({ customer: { name, phone } }: TransactionRecord): string {
  if (name !== null) return name
  return phone === null ? '—' : groupedPhone(phone)
}
