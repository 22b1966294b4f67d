import { randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { aloneChangeMax } from '#domain/money/rate-bounds.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Database } from '#db/connect.ts'
import { now, takeTurn } from '#db/functions.ts'
import { purgeOlder } from '#db/purge.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Expression, type Params, prepared, sql } from '#db/statements.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/** A rate as somebody enters it. */
export interface NewRate {
  readonly currency: CurrencyCode
  /** XOF for one unit, decimal text above zero. */
  readonly xofPerUnit: string
  readonly source: string
  /** From when it applies; null for now. */
  readonly at: Date | null
}

export interface RateEntry {
  readonly rates: readonly NewRate[]
  /** The password of the person who enters them. */
  readonly password: string
  readonly cause: ActCause
}

/**
 * Enters rates, all or none; returns their ids in order. The first rate of a currency, and one that changes by more than
 * a twentieth, waits until somebody else has entered it too, before the currency gets another rate for that moment.
 * Refusals: wrong_password, exchange_rate_exists, second_entry_required.
 */
export async function enterExchangeRates(
  database: Database,
  member: StaffMember,
  { rates, password, cause }: RateEntry,
): Promise<string[]> {
  await confirmPassword(database, member, password)
  if (hasTwoForAMoment(rates)) throw fail('exchange_rate_exists')
  const entered = await inTransaction(database.pool, async (tx) => {
    await tx.run(takeTurn({ name: 'exchange rates' }))
    const waiting = await notedUntilSecond(tx, member, rates)
    if (waiting.length === 0) return enterAll(tx, member, { rates, cause })
    for (const { id, currency, xofPerUnit } of waiting) {
      const subject = { kind: 'exchange_rate', id }
      const details = { currency, xof_per_unit: xofPerUnit }
      await logAct(tx, member, { act: 'exchange_rate.propose', subject, details, cause })
    }
    return undefined
  }).catch((error: unknown) => {
    throw isThere(error) ? fail('exchange_rate_exists') : error
  })
  if (entered === undefined) throw fail('second_entry_required')
  return entered
}

/** A file must not say two things of one currency for one moment. */
function hasTwoForAMoment(rates: readonly NewRate[]): boolean {
  const moments = rates.map(({ currency, at }) => `${currency} ${at?.toISOString() ?? 'now'}`)
  return new Set(moments).size < rates.length
}

function isThere(error: unknown): boolean {
  return (
    error instanceof ConstraintViolation && error.constraint === 'exchange_rate_currency_at_key'
  )
}

async function enterAll(
  tx: Sql,
  member: StaffMember,
  { rates, cause }: Pick<RateEntry, 'rates' | 'cause'>,
): Promise<string[]> {
  const rows = rates.map((rate) => ({
    ...rate,
    id: randomUUIDv7(),
    at: rate.at ?? now,
    enteredBy: member.id,
  }))
  await tx.run(db.insertInto('exchangeRate').values(rows))
  for (const { currency, at } of rates) await tx.run(useUp({ currency, at }))
  for (const { id, currency, xofPerUnit, source } of rows) {
    const subject = { kind: 'exchange_rate', id }
    const details = { currency, xof_per_unit: xofPerUnit, source }
    await logAct(tx, member, { act: 'exchange_rate.enter', subject, details, cause })
  }
  return rows.map(({ id }) => id)
}

type Noted = NewRate & { readonly id: string }

/** The rates that somebody else must enter too; each is recorded for that. */
async function notedUntilSecond(
  tx: Sql,
  member: StaffMember,
  rates: readonly NewRate[],
): Promise<Noted[]> {
  const noted: Noted[] = []
  for (const { currency, xofPerUnit, at, source } of rates) {
    const rate = { currency, xofPerUnit, at }
    const beside = rates.filter((other) => other.currency === currency)
    const values = beside.map((other) => other.xofPerUnit)
    if (!(await tx.only(needsTwo({ ...rate, beside: values }))).isSo) continue
    if ((await tx.first(byAnother({ ...rate, memberId: member.id }))) !== undefined) {
      await requireSettledNow(tx, member)
      continue
    }
    const id = randomUUIDv7()
    await tx.run(db.insertInto('exchangeRateEntry').values({ ...rate, id, enteredBy: member.id }))
    noted.push({ ...rate, id, source })
  }
  return noted
}

type Rate = Pick<NewRate, 'currency' | 'xofPerUnit' | 'at'>

interface Judged extends Rate {
  /** The rates of this currency that are entered together with it. */
  readonly beside: readonly string[]
}

/**
 * Whether it is the first rate of its currency, or far from another: from the rate a day before it or before now, from
 * any since, because many small steps in a day or for days ahead add up, or from one that is entered with it.
 */
const needsTwo = prepared((p: Params<Judged>) => {
  const before = db
    .selectFrom('exchangeRate as b')
    .select((eb) => eb.fn.max('b.at').as('at'))
    .where('b.currency', '=', p.currency)
    .where(
      'b.at',
      '<=',
      sql<Date>`least(coalesce(${p.at}::timestamptz, now()), now()) - interval '24 hours'`,
    )
  const known = db
    .selectFrom('exchangeRate as r')
    .select('r.id')
    .where('r.currency', '=', p.currency)
  const far = known
    .where('r.at', '>=', sql<Date>`coalesce(${before}, '-infinity')`)
    .where(isFarFrom(p, column('exchangeRate.xofPerUnit', 'r')))
  const farBeside = sql<boolean>`exists (
    select from unnest(${p.beside}::numeric[]) as other(rate) where ${isFarFrom(p, sql`other.rate`)})`
  return db.selectNoFrom((eb) =>
    eb.or([eb.not(eb.exists(known)), eb.exists(far), farBeside]).as('isSo'),
  )
})

function isFarFrom({ xofPerUnit }: Params<Judged>, rate: Expression<unknown>) {
  return sql<boolean>`abs(${rate} - ${xofPerUnit}::numeric) > ${rate} * ${sql.lit(aloneChangeMax)}::numeric`
}

type MembersRate = Rate & { readonly memberId: StaffMember['id'] }

const byAnother = prepared((p: Params<MembersRate>) =>
  db
    .selectFrom('exchangeRateEntry')
    .select('id')
    .where('currency', '=', p.currency)
    .where('xofPerUnit', '=', p.xofPerUnit)
    .where('at', 'is not distinct from', p.at)
    .where('enteredBy', '<>', p.memberId)
    .where('enteredAt', '>', sql<Date>`now() - interval '24 hours'`)
    .limit(1),
)

/** An entry counts for one rate only: otherwise one person alone could bring that rate back with it later. */
const useUp = prepared((p: Params<Pick<Rate, 'currency' | 'at'>>) =>
  db
    .deleteFrom('exchangeRateEntry')
    .where('currency', '=', p.currency)
    .where('at', 'is not distinct from', p.at),
)

/** Deletes entries that have waited for a second person for a month; a bounded batch per call. */
export const purgeRateEntries = purgeOlder('exchangeRateEntry.enteredAt', '30 days')
