import { asId, type ServiceEnvId, type TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  type ListPosition,
  listTransactions,
  type TransactionFilter,
} from '#use-cases/transactions/list.ts'
import { type Sieve, type Sifted, siftTransactions } from '#use-cases/transactions/sift.ts'
import type { WebContext } from '#web/context.ts'
import { addressOf, type ListPage, readListPage } from '#web/portal/list-page.ts'

interface TransactionsPage {
  readonly filter: TransactionFilter
  /** Filters without an index; null if there are none. */
  readonly sieve: Sieve | null
  /** Bound into the cursors of the list. */
  readonly name: string
  readonly path: string
  readonly place: { readonly id: ServiceEnvId }
  readonly query: URLSearchParams
  readonly fields: readonly string[]
}

interface ReadPage extends ListPage<TransactionRecord> {
  /** How far the list was searched; null if it has no sieve. */
  readonly sifted: Sifted | null
}

/** The page of transactions that the query asks for. Error: invalid_cursor. */
export async function readTransactionsPage(
  context: WebContext,
  { sieve, ...list }: TransactionsPage,
): Promise<ReadPage> {
  if (sieve !== null) return readSifted(context, { ...list, sieve })
  const { filter, ...asked } = list
  const scope = { serviceEnvId: asked.place.id }
  const page = await readListPage<TransactionRecord, ListPosition>(context, {
    ...asked,
    read: (rows) => listTransactions(context.database, scope, { filter, ...rows }),
    toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
    fromCursor: positionOf,
  })
  return { ...page, sifted: null }
}

const rowsPerPage = 25

/** A page of matching rows; if few match, the next page looks further back. */
async function readSifted(
  { database, cursors }: WebContext,
  list: TransactionsPage & { readonly sieve: Sieve },
): Promise<ReadPage> {
  const { filter, sieve, path, query, fields } = list
  const place = { list: list.name, scope: list.place.id }
  const cursor = query.get('suite') ?? ''
  const sifted = await siftTransactions(
    database,
    { serviceEnvId: list.place.id },
    {
      filter,
      sieve,
      limit: rowsPerPage + 1,
      ...(cursor !== '' && { position: positionOf(cursors.decode(place, cursor)) }),
    },
  )
  const rows = sifted.rows.slice(0, rowsPerPage)
  const last = sifted.rows.length > rowsPerPage ? (rows.at(-1) ?? null) : sifted.lookedUpTo
  const suite = last && cursors.encode(place, [last.createdAt.toISOString(), last.id])
  return {
    rows,
    sifted,
    newer: cursor === '' ? null : addressOf(path, query, { fields }),
    older: suite && addressOf(path, query, { fields, changes: { suite } }),
  }
}

/** A position in a list of transactions, from its cursor. */
export function positionOf([createdAt = '', id = '']: readonly string[]): ListPosition {
  return { createdAt: new Date(createdAt), id: asId<TransactionId>(id) }
}
