import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { rowKey } from './table.tsx'

/** Rows that an open page watches: the first of the list. */
export const watchedRows = 25

/** After this many new rows a page asks to be reloaded, so that it does not grow without end. */
export const arrivalsMax = 100

/** What an open list shows, as its next question carries it. */
export interface Shown {
  /** Keys and states of its first rows, from the top. */
  readonly rows: ReadonlyMap<string, string>
  /** When its newest payment was created. */
  readonly since: Date
  readonly openedAt: Date
  /** How many rows came in since it was opened. */
  readonly arrived: number
}

/** The first rows of a list now. */
export interface Head {
  readonly rows: readonly TransactionRecord[]
  /** Older payments were not looked at; null if there are none. */
  readonly coversTo: Date | null
}

/** What an open list has to change. */
export interface Changes {
  readonly added: readonly {
    readonly row: TransactionRecord
    readonly below: TransactionRecord | null
  }[]
  readonly changed: readonly TransactionRecord[]
  /** Keys of rows that do not match the filter any more. */
  readonly gone: readonly string[]
}

const stateLetters: Readonly<Record<TransactionStatus, string>> = {
  pending: 'p',
  succeeded: 's',
  failed: 'f',
  expired: 'e',
  cancelled: 'c',
}

/** What is shown after these rows. */
export function shownOf(
  rows: readonly TransactionRecord[],
  { since, openedAt, arrived }: Omit<Shown, 'rows'>,
): Shown {
  const watched = rows.slice(0, watchedRows)
  const states = watched.map(({ id, status }) => [rowKey(id), stateLetters[status]] as const)
  return { rows: new Map(states), since: rows[0]?.createdAt ?? since, openedAt, arrived }
}

/** The query fields of the next question. */
export function fieldsOf({ rows, since, openedAt, arrived }: Shown): Record<string, string> {
  return {
    depuis: `${since.getTime()}`,
    ouvert: `${openedAt.getTime()}`,
    venus: `${arrived}`,
    lignes: [...rows].map(([key, state]) => key + state).join('.'),
  }
}

/** Reads them; whatever is wrong in them counts as nothing shown. */
export function readShown(query: URLSearchParams, now: Date): Shown {
  const count = (name: string) => Math.max(0, Math.trunc(Number(query.get(name)) || 0))
  const time = (name: string) => new Date(Math.min(count(name), now.getTime()))
  const rows = (query.get('lignes') ?? '')
    .split('.', watchedRows)
    .filter((text) => /^[0-9a-f]{12}[a-z]$/.test(text))
    .map((text) => [text.slice(0, -1), text.slice(-1)] as const)
  return {
    rows: new Map(rows),
    since: time('depuis'),
    openedAt: time('ouvert'),
    arrived: Math.min(count('venus'), arrivalsMax),
  }
}

/** Null if more came in than were looked at, so that rows would be missing between new and old ones. */
export function changesOf(shown: Shown, { rows, coversTo }: Head): Changes | null {
  if (coversTo !== null && rows.length > 0 && coversTo > shown.since) return null
  const stateOf = ({ id }: TransactionRecord) => shown.rows.get(rowKey(id))
  const lastKnown = rows.findLastIndex((row) => stateOf(row) !== undefined)
  const isNew = (row: TransactionRecord, at: number) =>
    stateOf(row) === undefined && (at < lastKnown || row.createdAt > shown.since)
  const kept = rows.filter((row, at) => stateOf(row) !== undefined || isNew(row, at))
  return {
    added: kept
      .map((row, at) => ({ row, below: kept[at - 1] ?? null }))
      .filter(({ row }) => stateOf(row) === undefined),
    changed: kept.filter((row) => ![undefined, stateLetters[row.status]].includes(stateOf(row))),
    gone: goneOf(shown, { rows, coversTo }),
  }
}

/** Rows above the last that is still there, or all if the whole list was looked at. */
function goneOf(shown: Shown, { rows, coversTo }: Head): string[] {
  const now = new Set(rows.map(({ id }) => rowKey(id)))
  const keys = [...shown.rows.keys()]
  const last = coversTo === null ? keys.length : keys.findLastIndex((key) => now.has(key))
  return keys.slice(0, Math.max(0, last)).filter((key) => !now.has(key))
}
