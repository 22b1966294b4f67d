import { fail, ServiceError } from '#domain/errors/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { bareReference as bareOf, withPlainSpaces } from '#domain/text/reference.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { bareReference } from '#db/functions.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A transaction or refund, and where it is. */
interface Order {
  readonly id: TransactionId | RefundId
  readonly mode: Mode
  readonly provider: string
}

/**
 * The payments of other orders with this operator reference: given by the operator, typed by staff in a verdict that
 * counts, or on a confirmed line of a statement. The last two are compared without case and spaces.
 */
export async function listUsedReference(
  books: Sql,
  { id, mode, provider }: Order,
  reference: string,
): Promise<TransactionId[]> {
  const typed = withPlainSpaces(reference)
  const bare = bareOf(typed)
  // Operators write theirs in one case and without spaces, so the plain index finds them.
  const forms = [typed, typed.replaceAll(' ', ''), bare.toUpperCase(), bare]
  const rows = await books.all(sameReference({ id, mode, provider, typed, forms }))
  return rows.map(({ transactionId }) => transactionId)
}

/** For a reference that is used already, with the payments that have it; any other error as it is. */
export async function namingOthers(
  refused: unknown,
  { database }: Pick<UseCaseContext, 'database'>,
  { reference, ...order }: Order & { readonly reference: string },
): Promise<unknown> {
  if (!(refused instanceof ServiceError) || refused.code !== 'operator_reference_used')
    return refused
  const others = await listUsedReference(onPool(database.pool), order, reference)
  return usedReference(others)
}

/** The refusal of a reference that these payments have. */
export function usedReference(others: readonly TransactionId[]): ServiceError {
  const ids = others.join(' ')
  return fail('operator_reference_used', { field: 'same_reference', transaction_ids: ids })
}

const sameMax = 10

type Asked = Params<Omit<Order, 'id'> & { id: string; typed: string; forms: readonly string[] }>

const given = (p: Asked) =>
  db
    .selectFrom('transaction as t')
    .select('t.id as transactionId')
    .where('t.providerReference', '=', sql<string>`any(${p.forms}::text[])`)
    .where('t.provider', '=', p.provider)
    .where('t.mode', '=', p.mode)
    .where('t.id', '<>', sql<TransactionId>`${p.id}::uuid`)

const refunded = (p: Asked) =>
  db
    .selectFrom('refund as r')
    .innerJoin('serviceEnv as e', 'e.id', 'r.serviceEnvId')
    .select('r.transactionId')
    .where('r.providerReference', '=', sql<string>`any(${p.forms}::text[])`)
    .where('r.provider', '=', p.provider)
    .where('e.mode', '=', p.mode)
    .where('r.id', '<>', sql<RefundId>`${p.id}::uuid`)

/** Verdicts are few. */
const said = (p: Asked) =>
  db
    .selectFrom('closing as c')
    .innerJoin('transaction as t', 't.id', 'c.transactionId')
    .select('c.transactionId')
    .where('c.countedAt', 'is not', null)
    .where((eb) =>
      eb(bareReference(eb.ref('c.operatorReference')), '=', bareReference(sql`${p.typed}::text`)),
    )
    .where('t.provider', '=', p.provider)
    .where('t.mode', '=', p.mode)
    .where((eb) =>
      eb(
        eb.fn.coalesce(
          eb.cast<string>('c.refundId', 'uuid'),
          eb.cast<string>('c.transactionId', 'uuid'),
        ),
        '<>',
        sql<string>`${p.id}::uuid`,
      ),
    )

/** So are lines that two people have confirmed. */
const confirmed = (p: Asked) =>
  db
    .selectFrom('confirmedLine as l')
    .innerJoin('reconciliationDifference as d', 'd.id', 'l.differenceId')
    .innerJoin('operatorStatementLine as s', (join) =>
      join.onRef('s.reconciliationId', '=', 'd.reconciliationId').onRef('s.number', '=', 'd.line'),
    )
    .innerJoin('transaction as t', 't.id', 'd.transactionId')
    .select('t.id as transactionId')
    .where('l.isBooked', '=', true)
    .where((eb) =>
      eb(bareReference(eb.ref('s.operatorReference')), '=', bareReference(sql`${p.typed}::text`)),
    )
    .where('t.provider', '=', p.provider)
    .where('t.mode', '=', p.mode)
    .where('l.orderId', '<>', sql<string>`${p.id}::uuid`)

const sameReference = prepared((p: Asked) =>
  db
    .selectFrom(given(p).union(refunded(p)).union(said(p)).union(confirmed(p)).as('o'))
    .select('o.transactionId')
    .orderBy('o.transactionId')
    .limit(sameMax),
)
