import { randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { ConstraintViolation, inTransaction } from '#db/sql.ts'
import { db } from '#db/statements.ts'

/** A rate as somebody enters it. */
export interface NewRate {
  readonly currency: CurrencyCode
  /** XOF for one unit, decimal text above zero. */
  readonly xofPerUnit: string
  readonly source: string
  /** From when it holds; null from now on. */
  readonly at: Date | null
}

/** Enters rates, all or none; their ids, in order. Refusal: exchange_rate_exists. */
export async function enterExchangeRates(
  { pool }: Pick<Database, 'pool'>,
  member: StaffMember,
  { rates, cause }: { readonly rates: readonly NewRate[]; readonly cause: ActCause },
): Promise<string[]> {
  try {
    return await inTransaction(pool, async (tx) => {
      const rows = rates.map((rate) => ({
        ...rate,
        id: randomUUIDv7(),
        at: rate.at ?? now,
        enteredBy: member.id,
      }))
      await tx.run(db.insertInto('exchangeRate').values(rows))
      for (const { id, currency, xofPerUnit, source } of rows) {
        const subject = { kind: 'exchange_rate', id }
        const details = { currency, xof_per_unit: xofPerUnit, source }
        await logAct(tx, member, { act: 'exchange_rate.enter', subject, details, cause })
      }
      return rows.map(({ id }) => id)
    })
  } catch (error) {
    const isThere =
      error instanceof ConstraintViolation && error.constraint === 'exchange_rate_currency_at_key'
    throw isThere ? fail('exchange_rate_exists') : error
  }
}
