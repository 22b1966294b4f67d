import type { AuthorizedAccountId, PayoutFileId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { repeatDays, sentFileStates } from '#domain/payouts/file.ts'
import type { PayoutLineFault } from '#domain/payouts/file-line.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql as text } from '#db/statements.ts'

/** A line as it is stored. */
export interface NewPayoutLine {
  readonly number: number
  readonly accountId: AuthorizedAccountId
  readonly amount: bigint
  readonly reference: string | null
  readonly description: string | null
  readonly payoutId: TransactionId
}

const linesAtOnce = 5000

/** Stores the lines of a new file. */
export async function insertPayoutLines(
  books: Sql,
  id: PayoutFileId,
  lines: readonly NewPayoutLine[],
): Promise<void> {
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    const some = lines.slice(from, from + linesAtOnce)
    await books.run(
      insertSome({
        id,
        numbers: some.map(({ number }) => number),
        accounts: some.map(({ accountId }) => accountId),
        amounts: some.map(({ amount }) => amount),
        references: some.map(({ reference }) => reference),
        descriptions: some.map(({ description }) => description),
        payouts: some.map(({ payoutId }) => payoutId),
      }),
    )
  }
}

interface Lists {
  readonly id: PayoutFileId
  readonly numbers: readonly number[]
  readonly accounts: readonly AuthorizedAccountId[]
  readonly amounts: readonly bigint[]
  readonly references: readonly (string | null)[]
  readonly descriptions: readonly (string | null)[]
  readonly payouts: readonly TransactionId[]
}

// An array per column: thousands of lines are one statement with seven parameters.
const insertSome = prepared((p: Params<Lists>) =>
  db
    .insertInto('payoutFileLine')
    .columns(['fileId', 'number', 'accountId', 'amount', 'reference', 'description', 'payoutId'])
    .expression((eb) =>
      eb
        .selectFrom(
          text<NewPayoutLine>`unnest(${p.numbers}::int[], ${p.accounts}::uuid[], ${p.amounts}::bigint[],
            ${p.references}::text[], ${p.descriptions}::text[], ${p.payouts}::uuid[])`.as<'l'>(
            text`l(number, account_id, amount, reference, description, payout_id)`,
          ),
        )
        .select(text<PayoutFileId>`${p.id}::uuid`.as('id'))
        .select(['l.number', 'l.accountId', 'l.amount', 'l.reference', 'l.description'])
        .select('l.payoutId'),
    ),
)

/** The most errors in one answer: the others are found at the next try, once these are corrected. */
const faultsShownMax = 500

/**
 * The lines of a file that would pay twice: their reference is already used, or they have none and a line of another
 * file, with or without a reference, paid the same amount to the same account within days. Payments that failed or were
 * refused may be sent again.
 */
export async function repeatedLines(
  books: Sql,
  file: { readonly id: PayoutFileId; readonly serviceEnvId: ServiceEnvId },
): Promise<PayoutLineFault[]> {
  const used = await books.all(usedReferences(file))
  const alike = await books.all(alikeLines({ ...file, days: repeatDays }))
  return [
    ...used.map(({ number }): PayoutLineFault => ({
      line: number,
      column: 'reference',
      code: 'reference_used',
    })),
    ...alike.map(({ number, name, other }): PayoutLineFault => ({
      line: number,
      column: null,
      code: 'line_repeated',
      what: `${other}`,
      file: name,
    })),
  ]
}

const usedReferences = prepared((p: Params<{ id: PayoutFileId; serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('payoutFileLine as l')
    .select('l.number')
    .where('l.fileId', '=', p.id)
    .where('l.reference', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('transaction as t')
            .select('t.id')
            .where('t.serviceEnvId', '=', p.serviceEnvId)
            .whereRef('t.reference', '=', 'l.reference'),
        ),
        eb.exists(
          eb
            .selectFrom('payoutFileLine as o')
            .innerJoin('payoutFile as f', 'f.id', 'o.fileId')
            .select('o.number')
            .whereRef('o.reference', '=', 'l.reference')
            .where('o.state', '=', 'waiting')
            .where('o.fileId', '<>', p.id)
            .where('f.serviceEnvId', '=', p.serviceEnvId)
            .where('f.state', 'in', sentFileStates),
        ),
      ]),
    )
    .orderBy('l.number')
    .limit(faultsShownMax),
)

const alikeLines = prepared(
  (p: Params<{ id: PayoutFileId; serviceEnvId: ServiceEnvId; days: number }>) =>
    db
      .selectFrom('payoutFileLine as l')
      .innerJoin('payoutFileLine as o', (join) =>
        join
          .onRef('o.accountId', '=', 'l.accountId')
          .onRef('o.amount', '=', 'l.amount')
          .onRef('o.fileId', '<>', 'l.fileId'),
      )
      .innerJoin('payoutFile as f', 'f.id', 'o.fileId')
      .leftJoin('transaction as t', 't.id', 'o.payoutId')
      .select(['l.number', 'f.name', 'o.number as other'])
      .where('l.fileId', '=', p.id)
      .where('l.reference', 'is', null)
      .where('f.serviceEnvId', '=', p.serviceEnvId)
      // No payout begins more than a moment after its file has ended, so the payouts of older files need not be read.
      .where((eb) =>
        eb.or([
          eb('f.endedAt', 'is', null),
          eb('f.endedAt', '>', text<Date>`now() - (${p.days}::int + 1) * interval '1 day'`),
        ]),
      )
      .where((eb) =>
        eb.or([
          eb.and([eb('o.state', '=', 'waiting'), eb('f.state', 'in', sentFileStates)]),
          eb.and([
            eb.or([
              eb('t.status', 'in', ['pending', 'succeeded']),
              // Paid after all, though our books say that it was not.
              eb.exists(
                eb
                  .selectFrom('operatorOrder as m')
                  .select('m.id')
                  .whereRef('m.id', '=', 't.id')
                  .where('m.standing', '=', 'moved'),
              ),
            ]),
            eb('t.createdAt', '>', text<Date>`now() - ${p.days}::int * interval '1 day'`),
          ]),
        ]),
      )
      .orderBy('l.number')
      .limit(faultsShownMax),
)
