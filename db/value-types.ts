import { types } from 'pg'

/**
 * The types of values in typed statements: `bigint` for int8, `Date` for times, text for exact numbers, days and
 * intervals. Passed with each statement, because plain SQL still reads int8 and times as text.
 */
export const valueTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (format === 'binary') throw new TypeError('values come as text')
    return parsers.get(oid) ?? types.getTypeParser(oid, 'text')
  },
}

/** Every session is in UTC: `2026-11-22 09:30:00.123+00`. */
function timeOf(text: string): Date {
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/** The driver's own parser for `text[]`; its types only export parsers for single values. */
export const parseTexts = Reflect.apply(types.getTypeParser, types, [1009, 'text']) as (
  text: string,
) => string[]

const asIs = (text: string): string => text
const listOf =
  <Value>(parse: (text: string) => Value) =>
  (text: string): (Value | null)[] =>
    parseTexts(text).map((item: string | null) => (item === null ? null : parse(item)))

const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, BigInt],
  [1016, listOf(BigInt)],
  [types.builtins.TIMESTAMPTZ, timeOf],
  [1185, listOf(timeOf)],
  [types.builtins.DATE, asIs],
  [types.builtins.INTERVAL, asIs],
])
