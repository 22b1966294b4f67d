import { accountCurrency } from '#domain/money/currency.ts'
import type { SearchReading } from '#domain/search/reading.ts'
import { type Expression, type Params, sql } from '#db/statements.ts'

/** Search criteria that several payments may share: amounts, ends of numbers, names. */
export interface Signs {
  /** In minor units of the account's currency. */
  readonly charged: readonly bigint[]
  readonly prices: readonly bigint[]
  readonly currencies: readonly string[]
  /** In the form of the payers' search words: `#` and the digits in reverse order. */
  readonly phoneEnds: readonly string[]
  readonly names: readonly string[]
  /** The most payments of one amount or number that are read in a place. */
  readonly each: number
}

export function signsOf({
  amounts,
  phoneEnd,
  name,
}: Pick<SearchReading, 'amounts' | 'phoneEnd' | 'name'>): Omit<Signs, 'each'> {
  return {
    charged: amounts
      .filter(({ currency }) => currency === accountCurrency)
      .map(({ minor }) => minor),
    prices: amounts.map(({ minor }) => minor),
    currencies: amounts.map(({ currency }) => currency),
    phoneEnds: phoneEnd === null ? [] : [`#${Array.from(phoneEnd).toReversed().join('')}`],
    names: name === null ? [] : [name],
  }
}

/** The most numbers and names that a search follows to their payments; a more common one needs more text. */
const peopleMax = 100
/** The most words with the given prefix among which the other words are searched. */
const wordsMax = 2000
/** The most payments of one payer that are read for a name. */
const paymentsOfOneMax = 20

/** A relation of services, by their `id`. */
type Places = Expression<unknown>

/** Exactly the expression that the search indexes use (db/migrations/27-search.sql). */
export const at = sql`(t.created_at at time zone 'UTC')`

/** Which of the payments that have a sign are read, from the newest; without it all, up to `paymentsOfOneMax` for a name. */
export interface Stretch {
  /** A condition about a payment `t`. */
  readonly when: Expression<boolean>
  readonly order: Expression<unknown>
  /** The most of one payer that are read for a name. */
  readonly ofOne: Expression<unknown>
}

const everything: Stretch = {
  when: sql<boolean>`true`,
  order: sql`${at} desc`,
  ofOne: sql.lit(paymentsOfOneMax),
}

/**
 * Payments by these signs in some services, with their time and a rank. Every index begins with the service, so each
 * place is looked up by itself: what is read grows with the number of services, never with that of payments. Signs that
 * are not asked for read nothing.
 */
export function bySigns(p: Params<Signs>, places: Places, stretch = everything) {
  const from = { places, ...stretch }
  return sql`${ofAmounts(p, from)} union all ${ofNumbers(p, from)} union all ${ofNames(p, from)}`
}

interface From extends Stretch {
  readonly places: Places
}

function ofAmounts(p: Params<Signs>, { places, when, order }: From) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.charged}::bigint[]) as x
      cross join ${places} as e cross join lateral (select id, created_at from transaction t
        where t.service_env_id = e.id and t.amount_charged = x and ${when}
        order by ${order} limit ${p.each}) h
    union all select h.id, h.created_at, 1 from unnest(${p.prices}::bigint[], ${p.currencies}::text[]) as x(amount, currency)
      cross join ${places} as e cross join lateral (select id, created_at from transaction t
        where t.service_env_id = e.id and t.amount = x.amount and t.currency = x.currency
          and t.amount <> t.amount_charged and ${when}
        order by ${order} limit ${p.each}) h`
}

function ofNumbers(p: Params<Signs>, { places, when, order }: From) {
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.phoneEnds}::text[]) as x
      cross join lateral (select distinct place, phone from (select w.place, w.phone
        from ${places} as e cross join lateral (select w.service_env_id as place, w.phone from payer_word w
          where w.service_env_id = e.id and w.word >= x and w.word < x || ':'
          order by w.word limit ${sql.lit(peopleMax)}) w limit ${sql.lit(peopleMax)}) w) whose
      cross join lateral (select id, created_at from transaction t
        where t.service_env_id = whose.place and t.phone = whose.phone and ${when}
        order by ${order} limit ${p.each}) h`
}

/** By the rarest word, the others among its matches. `offset 0`: the words are made once, not for each name. */
function ofNames(p: Params<Signs>, { places, when, order, ofOne }: From) {
  const payersOf = (word: Expression<unknown>) => sql`
    select w.place, w.phone, w.name
      from ${places} as e cross join lateral (select w.service_env_id as place, w.phone, w.name
        from payer_word w where w.service_env_id = e.id and w.word >= ${word}
          and w.word < ${word} || ${sql.lit('\u{10FFFF}')}::text collate "C"
        order by w.word limit ${sql.lit(wordsMax)}) w limit ${sql.lit(wordsMax)}`
  return sql`
    select h.id, h.created_at, 1 from unnest(${p.names}::text[]) as x
      cross join lateral (select search_words(x) as words offset 0) a
      cross join lateral (select asked.word from unnest(a.words) as asked(word)
        order by (select count(*) from (${payersOf(sql`asked.word`)}) w), length(asked.word) desc limit 1) lead
      cross join lateral (select distinct place, phone, name from (${payersOf(sql`lead.word`)}) w
        where cardinality(a.words) = 1 or is_named(w.name, a.words) limit ${sql.lit(peopleMax)}) whose
      cross join lateral (
        select id, created_at from (select id, created_at, customer_name from transaction t
          where t.service_env_id = whose.place and t.phone = whose.phone and ${when}
          order by ${order} limit ${ofOne}) t where t.customer_name = whose.name
        union all (select id, created_at from transaction t
          where t.service_env_id = whose.place and t.phone is null and t.customer_name = whose.name
            and whose.phone = '' and ${when}
          order by ${order} limit ${ofOne})) h`
}
