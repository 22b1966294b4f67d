import { randomUUID } from 'node:crypto'
import {
  importOperatorStatement,
  type OperatorStatement,
} from '#use-cases/reconciliation/import-statement.ts'
import { matchNext } from '#use-cases/reconciliation/match-statement.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { type Difference, listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { onPool } from '#db/sql.ts'
import type { ReconciliationId, TransactionId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import { orderKinds } from '#domain/reconciliation/reconciliation.ts'
import { acceptOne, createMerchant } from './books.ts'
import { outboxOf } from './paid.ts'
import { cause, createStaffMember } from './people.ts'

/** A line on an operator's statement. */
export interface ToldLine {
  readonly operator_reference?: string
  readonly reference?: string
  readonly kind?: string
  readonly amount?: string | number
  readonly currency?: string
  readonly status?: string
  readonly time?: string
}

const columns = [
  'operator_reference',
  'reference',
  'kind',
  'amount',
  'currency',
  'status',
  'time',
] as const

/** The day of all payments in these tests, and noon of it, whatever the time. */
export const today = localDay(new Date())
export const noon = new Date((startOfLocalDay(today)?.getTime() ?? 0) + 12 * 3_600_000)

/** A statement with these lines: by default paid collections of 1020 XOF at noon. */
export function statementOf(lines: readonly ToldLine[], separator = ';'): string {
  const plain = { kind: 'collection', amount: 1020, currency: 'XOF', time: noon.toISOString() }
  const rows = lines.map((line) => {
    const told: ToldLine = { ...plain, ...line }
    return columns.map((name) => told[name] ?? '').join(separator)
  })
  return `${[columns.join(separator), ...rows].join('\n')}\n`
}

/** The references of an order at its operator. */
export interface Named {
  readonly reference: string
  readonly operator_reference: string
}

/** A live payment of its own merchant, which ended at noon today. */
export async function paidToday(database: Database): Promise<TransactionId> {
  const books = { database, outbox: outboxOf(database) }
  const merchant = await createMerchant(books, { mode: 'live' })
  const transactionId = await acceptOne(books, merchant)
  const outcome = { status: 'succeeded', providerReference: freshReference() } as const
  await settleTransaction(database, books.outbox, { transactionId, outcome })
  await endedAt(database, [transactionId])
  return transactionId
}

/** Sets the end of orders to this time, by default noon. */
export async function endedAt(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly string[],
  at = noon,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `update transaction set completed_at = $2::timestamptz + (completed_at - completed_at),
         late_outcome_at = $2::timestamptz + (late_outcome_at - late_outcome_at) where id = any($1::uuid[])`,
      [ids, at],
    )
    await client.query('update refund set completed_at = $2 where id = any($1::uuid[])', [ids, at])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The references of an order, ours and the operator's. */
export async function namesOf({ pool }: Pick<Database, 'pool'>, id: string): Promise<Named> {
  return onPool(pool).one<Named & Record<string, string>>(
    `select operator_request_id::text as reference, provider_reference as operator_reference
     from operator_order where id = $1`,
    [id],
  )
}

interface Parts {
  readonly database: Database
  readonly outbox: Outbox
}

/** Imports it as a member of staff; by default for the platform's account, MTN, today. */
export async function importOne(
  { database, outbox }: Parts,
  csv: string,
  changes: Partial<OperatorStatement> & { readonly member?: StaffMember } = {},
): Promise<ReconciliationId> {
  const { member = await createStaffMember(database), ...more } = changes
  const statement: OperatorStatement = {
    provider: 'mtn-benin',
    serviceEnvId: null,
    kinds: orderKinds,
    period: { from: today, to: today },
    csv,
    cause: cause(),
    ...more,
  }
  const { id } = await importOperatorStatement(database, outbox, { member, statement })
  return id
}

/** Imports it and matches it to the end, as its run does; returns the differences. */
export async function reconciled(
  parts: Parts,
  csv: string,
  changes: Parameters<typeof importOne>[2] = {},
): Promise<Difference[]> {
  const id = await importOne(parts, csv, changes)
  await matchAll(parts.database, id)
  return listDifferences(parts.database, { reconciliationId: id, limit: 1000 })
}

/** Matches all batches. */
export async function matchAll(database: Database, id: ReconciliationId): Promise<void> {
  while ((await matchNext(database, id)).state !== 'done');
}

/** An unused reference. */
export function freshReference(): string {
  return randomUUID().slice(0, 18)
}
