import { inTransaction, onPool } from '#db/sql.ts'
import { type Changes, db, type Params, prepared } from '#db/statements.ts'
import type { Database } from '#db/connect.ts'
import { logCommand } from '#use-cases/audit/log-command.ts'

/** The maximum age of rates in hours: of one currency, or the default. */
export interface RateAge {
  readonly currency: string
  readonly hours: number
}

/** The name of the default. */
export const defaultAge = 'default'
/** Ten years. */
export const rateAgeHoursMax = 87_600

/** The configured ages, sorted by name. */
export function listRateAges({ pool }: Pick<Database, 'pool'>): Promise<RateAge[]> {
  return onPool(pool).all(ages)
}

/**
 * Sets the maximum age for offering the rate of a currency, or of all others; effective from the next price on, in
 * all processes.
 */
export async function setRateAge({ pool }: Pick<Database, 'pool'>, age: RateAge): Promise<void> {
  const { currency, hours } = age
  await inTransaction(pool, async (tx) => {
    await tx.run(set(age))
    const act = { command: 'rate-age', act: 'exchange_rate.set_age' }
    await logCommand(tx, { ...act, details: { currency, hours } })
  })
}

const ages = db.selectFrom('exchangeRateAge').select(['currency', 'hours']).orderBy('currency')

const set = prepared((p: Params<RateAge>) =>
  db
    .insertInto('exchangeRateAge')
    .values({ currency: p.currency, hours: p.hours })
    .onConflict((conflict) =>
      conflict
        .column('currency')
        .doUpdateSet((eb): Changes<'exchangeRateAge'> => ({ hours: eb.ref('excluded.hours') })),
    ),
)
