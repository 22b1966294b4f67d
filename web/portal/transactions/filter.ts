import { operators } from '#domain/operators/operators.ts'
import { readSearch } from '#domain/search/reading.ts'
import type { Days } from '#domain/text/local-day.ts'
import { channels, transactionStatuses } from '#domain/transactions/transaction.ts'
import type { TransactionFilter } from '#use-cases/transactions/list.ts'
import type { Sieve } from '#use-cases/transactions/sift.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { momentsOf, readDays } from '#web/portal/days.tsx'
import { addressOf } from '#web/portal/list-page.ts'

/** Query fields of a list; each may be missing, and an invalid value counts as missing. */
export const filterFields = [
  'q',
  'type',
  'statut',
  'operateur',
  'canal',
  'periode',
  'du',
  'au',
  'min',
  'max',
] as const

export type FilterField = (typeof filterFields)[number]

/** What the query asks for. */
export interface AskedList {
  readonly filter: TransactionFilter
  /** Filters without an index; null if there are none. */
  readonly sieve: Sieve | null
  /** All days, if none are given. */
  readonly days: Days
}

const longAgo = new Date(0)
const allDays: Days = { from: '2000-01-01', to: '9999-12-31' }
/** Larger amounts do not exist. */
const amountDigitsMax = 12

/** Reads the query. A search covers all dates unless some are chosen. */
export function readFilter(query: URLSearchParams, now: Date): AskedList {
  const text = (name: FilterField): string => query.get(name)?.trim() ?? ''
  const days = readDays(query, now)
  const { since = longAgo, until } = momentsOf(days)
  const search = searched(text('q'))
  const kind = readKind(text)
  const sieve = readSieve(text)
  return {
    filter: {
      ...search,
      ...(search.search ? {} : kind),
      createdAfter: since,
      ...(until && { createdBefore: until }),
    },
    sieve: search.search ? { ...sieve, ...kind } : sieve,
    days: { ...allDays, ...days },
  }
}

function readKind(text: (name: FilterField) => string) {
  const status = transactionStatuses.find((known) => known === text('statut'))
  const channel = channels.find((known) => known === text('canal'))
  const type = (['collection', 'payout'] as const).find((known) => known === text('type'))
  return {
    ...(status && { statuses: [status] }),
    ...(channel && { channel }),
    ...(type && { type }),
  }
}

/** True if the daily figures cover it: filtered by one dimension at a time, and not by amount or text. */
export function isSummedUp({ filter, sieve }: AskedList): boolean {
  if ((filter.search ?? filter.reference) !== undefined) return false
  if (sieve === null) return true
  const isByAmount = (sieve.amountMin ?? sieve.amountMax) !== undefined
  return !isByAmount && filter.channel === undefined
}

function readSieve(text: (name: FilterField) => string): Sieve | null {
  const provider = operators.find(({ code }) => code === text('operateur'))?.code
  const [amountMin, amountMax] = [readAmount(text('min')), readAmount(text('max'))]
  if (provider === undefined && amountMin === undefined && amountMax === undefined) return null
  return {
    ...(provider !== undefined && { provider }),
    ...(amountMin !== undefined && { amountMin }),
    ...(amountMax !== undefined && { amountMax }),
  }
}

/** True if the field has something that is no amount: the list is not filtered by it, and says so. */
export function isAmountWrong(query: URLSearchParams, name: 'min' | 'max'): boolean {
  const text = query.get(name)?.trim() ?? ''
  return text !== '' && readAmount(text) === undefined
}

/** Reading a longer one takes time that grows with the square of its length. */
const amountTextLengthMax = 60

/** `12 500`, `12,500` or `12.500 F`, as people write it. */
function readAmount(text: string): bigint | undefined {
  if (text.length > amountTextLengthMax) return undefined
  const digits = amountTextOf(text, 'XOF') ?? ''
  return /^\d+$/.test(digits) && digits.length <= amountDigitsMax ? BigInt(digits) : undefined
}

/** Like the search; of a text that it does not take, only a reference may be meant. */
function searched(text: string): Pick<TransactionFilter, 'search' | 'reference'> {
  if (text === '') return {}
  const search = readSearch(text)
  return typeof search === 'string' ? { reference: text } : { search }
}

/** The address of this list with its filter and these changes; an empty value removes a field. */
export function listPath(
  path: string,
  query: URLSearchParams,
  changes: Readonly<Partial<Record<FilterField, string>>> = {},
): string {
  const fields = filterFields.filter((name) => !(name in changes))
  return addressOf(path, query, { fields, changes })
}
