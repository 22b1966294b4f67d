import type { Keyring } from '#platform/keyring.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { batch, daysAgo, erasable, erase } from './erase-payers.ts'
import type { Forget } from './term.ts'

/** The time range of one batch, in chronological order. */
const slice = sql.lit('1 day')

/** How many empty ranges one batch may skip. */
const slicesMax = 100

/**
 * Erases payers and payees from payments older than their retention period, in chronological order. A payment that still
 * needs its payer is noted in passing, and erased once it does not.
 */
export const erasePayersByAge: Forget = async (_, { payerDays: days, database }) => {
  const { pool, keyring } = database
  const kept = await inTransaction(pool, (tx) => eraseKept(tx, keyring))
  if (kept !== 0) return kept
  for (let at = 0; at < slicesMax; at += 1) {
    const erased = await inTransaction(pool, (tx) => eraseSlice(tx, keyring, days))
    if (erased !== 0) return erased ?? 0
  }
  return 0
}

/** Those that were noted and need their payer no longer. */
async function eraseKept(tx: Sql, keyring: Keyring): Promise<number> {
  const erased = await erase(tx, keyring, await tx.all(noted({})))
  await tx.run(strikeOff({}))
  return erased
}

/** Undefined once the sweep has caught up. */
async function eraseSlice(tx: Sql, keyring: Keyring, days: number): Promise<number | undefined> {
  const mark = await tx.first(slot({ days }))
  if (mark === undefined) return undefined
  const rows = await tx.all(inSlot(mark))
  await erase(tx, keyring, rows)
  const last = rows.length < batch ? undefined : rows.at(-1)
  const reached = last?.createdAt ?? mark.until
  await tx.run(note({ since: mark.since, reached }))
  await tx.run(moveMark({ reached }))
  return rows.length
}

/** The position of the sweep; no row once it has caught up. */
const slot = prepared((p: Params<{ days: number }>) =>
  db
    .selectFrom('retentionMark as m')
    .select('m.reached as since')
    .select((eb) =>
      sql<Date>`least(${eb.ref('m.reached')} + ${slice}::interval, ${daysAgo(p.days)})`.as('until'),
    )
    .where('m.name', '=', 'payers')
    .where((eb) => eb('m.reached', '<', daysAgo(p.days))),
)

const inSlot = prepared((p: Params<{ since: Date; until: Date }>) =>
  erasable
    .where('t.createdAt', '>=', p.since)
    .where('t.createdAt', '<', p.until)
    .orderBy('t.createdAt')
    .limit(batch)
    .forUpdate('t'),
)

const moveMark = prepared((p: Params<{ reached: Date }>) =>
  db
    .insertInto('retentionMark')
    .values({ name: 'payers', reached: p.reached })
    .onConflict((known) => known.column('name').doUpdateSet({ reached: p.reached })),
)

/** What the mark passes without having erased it. */
const note = prepared((p: Params<{ since: Date; reached: Date }>) =>
  db
    .insertInto('payerKept')
    .columns(['transactionId'])
    .expression((eb) =>
      eb
        .selectFrom('transaction as t')
        .select('t.id')
        .where('t.payerErasedAt', 'is', null)
        .where('t.createdAt', '>=', p.since)
        .where('t.createdAt', '<', p.reached),
    )
    .onConflict((known) => known.doNothing()),
)

const noted = prepared(() =>
  erasable.innerJoin('payerKept as k', 'k.transactionId', 't.id').limit(batch).forUpdate('t'),
)

/** Those whose payer is erased, by whomever. */
const strikeOff = prepared(() =>
  db
    .deleteFrom('payerKept as k')
    .using('transaction as t')
    .whereRef('t.id', '=', 'k.transactionId')
    .where('t.payerErasedAt', 'is not', null),
)
