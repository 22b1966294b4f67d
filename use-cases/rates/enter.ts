import { randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { ConstraintViolation, inTransaction } from '#db/sql.ts'

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
    return await inTransaction(pool, async (sql) => {
      const ids: string[] = []
      for (const { currency, xofPerUnit, source, at } of rates) {
        const id = randomUUIDv7()
        await sql.rows(insert, [id, currency, xofPerUnit, source, at, member.id])
        const subject = { kind: 'exchange_rate', id }
        const details = { currency, xof_per_unit: xofPerUnit, source }
        await logAct(sql, member, { act: 'exchange_rate.enter', subject, details, cause })
        ids.push(id)
      }
      return ids
    })
  } catch (error) {
    const isThere =
      error instanceof ConstraintViolation && error.constraint === 'exchange_rate_currency_at_key'
    throw isThere ? fail('exchange_rate_exists') : error
  }
}

const insert = `insert into exchange_rate (id, currency, xof_per_unit, source, at, entered_by)
  values ($1, $2, $3, $4, coalesce($5, now()), $6)`
