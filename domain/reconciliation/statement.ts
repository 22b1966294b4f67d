import { isReference } from '#domain/transactions/texts.ts'
import { currencyCodes, decimalsOf } from '#domain/money/currency.ts'
import type { ErrorCode, FieldError } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import { startOfLocalDay } from '#domain/text/local-day.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import {
  edgeMs,
  type OrderKind,
  type StatementStatus,
  statementStatuses,
} from './reconciliation.ts'

/** One line of an operator's statement, without personal data. */
export interface OperatorLine {
  /** Its line number in the file, whose first line is 1. */
  readonly number: number
  readonly kind: OrderKind
  /** The operator's reference for the order. */
  readonly operatorReference: string | null
  /** Our reference for the order at the operator. */
  readonly reference: string | null
  readonly amount: Money
  readonly status: StatementStatus
  readonly at: Date
}

/** What a statement's lines are validated against. */
export interface OperatorStatementRules {
  readonly kinds: readonly OrderKind[]
  readonly start: Date
  readonly end: Date
}

const needed = ['kind', 'amount', 'currency', 'time'] as const
const references = ['operator_reference', 'reference'] as const
const columnNames = [...needed, ...references, 'status'] as const
type Column = (typeof columnNames)[number]

/** The position of each of our columns in the file; others are ignored. */
export type OperatorColumns = ReadonlyMap<Column, number>

interface Row {
  readonly number: number
  readonly cells: readonly string[]
}

/** Parses the header line. Refused: a column that is missing, or present twice. */
export function readOperatorColumns({ number, cells }: Row): {
  readonly columns: OperatorColumns
  readonly faults: readonly FieldError[]
} {
  const names = cells.map((cell) => cell.toLowerCase())
  const columns = new Map(
    columnNames.filter((name) => names.includes(name)).map((name) => [name, names.indexOf(name)]),
  )
  const missing: Column[] = needed.filter((name) => !columns.has(name))
  if (!references.some((name) => columns.has(name))) missing.push('operator_reference')
  const doubled = columnNames.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return {
    columns,
    faults: [
      ...missing.map((name) => faultAt(number, name, 'missing_field')),
      ...doubled.map((name) => faultAt(number, name, 'invalid_field')),
    ],
  }
}

/** Parses a line; or returns all its errors, by line and column: `csv.12.amount`. */
export function readOperatorLine(
  row: Row,
  columns: OperatorColumns,
  rules: OperatorStatementRules,
): { readonly line?: OperatorLine; readonly faults: readonly FieldError[] } {
  const faults: FieldError[] = []
  const textOf = (column: Column): string => row.cells[columns.get(column) ?? -1] ?? ''
  const take = <Value>(column: Column, { read, code, or }: Reading<Value>): Value | undefined => {
    const text = textOf(column)
    const value = text === '' ? or : read(text)
    if (value === undefined)
      faults.push(faultAt(row.number, column, text === '' ? 'missing_field' : code))
    return value
  }
  const kind = take('kind', { read: oneOf(rules.kinds), code: 'invalid_field' })
  const currency = take('currency', { read: oneOf(currencyCodes), code: 'invalid_currency' })
  const amount = take('amount', {
    read: (text) => amountOf(text, currency ?? 'XOF'),
    code: 'invalid_amount',
  })
  const at = take('time', { read: (text) => momentOf(text, rules), code: 'invalid_field' })
  const reading = { code: 'invalid_field', or: 'succeeded' } as const
  const status = take('status', { read: oneOf(statementStatuses), ...reading })
  const [operatorReference, reference] = references.map((column) =>
    take(column, { read: referenceOf, code: 'invalid_reference', or: null }),
  )
  if (operatorReference === null && reference === null)
    faults.push(faultAt(row.number, 'operator_reference', 'missing_field'))
  if (row.cells.length > columnsMax) faults.push(faultAt(row.number, 'kind', 'invalid_field'))
  const line = { number: row.number, kind, operatorReference, reference, amount, status, at }
  return faults.length > 0 ? { faults } : { line: line as OperatorLine, faults }
}

/** No operator's statement has more columns. */
const columnsMax = 100

interface Reading<Value> {
  /** Undefined if the text is not a valid value. */
  readonly read: (text: string) => Value | undefined
  readonly code: ErrorCode
  /** What an empty cell means, if it may be empty. */
  readonly or?: Value
}

function faultAt(line: number, column: Column, code: ErrorCode): FieldError {
  return { field: `csv.${line}.${column}`, code }
}

function oneOf<Choice extends string>(choices: readonly Choice[]) {
  return (text: string): Choice | undefined => choices.find((choice) => choice === text)
}

/**
 * Also as French spreadsheets write it: `12500`, `12 500`, `12,5`. Not with three decimals: the comma of `150,000`
 * separates thousands for some, decimals for others.
 */
function amountOf(text: string, currency: Money['currency']): Money | undefined {
  const isGrouped = /^\d{1,3}(?:[ \u00A0\u202F]\d{3})+(?![^.,])/.test(text)
  const plain = (isGrouped ? text.replaceAll(/[ \u00A0\u202F]/g, '') : text).replace(',', '.')
  const [, fraction = ''] = /^\d+\.(\d+)$/.exec(plain) ?? []
  if (/[^\d.]/.test(plain) || fraction.length > Math.max(decimalsOf(currency), 2)) return undefined
  const amount = parseAmount(plain, currency)
  return amount.ok ? amount.value : undefined
}

const momentShape =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/
const localOffset = '+01:00'

/** A time within the period, give or take the edge; without a zone it is local time. */
function momentOf(text: string, { start, end }: OperatorStatementRules): Date | undefined {
  const [, day = '', time = '00:00', zone = localOffset] = momentShape.exec(text) ?? []
  if (startOfLocalDay(day) === undefined) return undefined
  const at = new Date(`${day}T${time}${zone}`)
  const isWithin = at.getTime() >= start.getTime() - edgeMs && at.getTime() < end.getTime() + edgeMs
  return isWithin ? at : undefined
}

/** A current number of the main market: if columns are mixed up, no number must be stored in another field. */
const phoneShape = /^(?:00)?22901\d{8}$/

function referenceOf(text: string): string | undefined {
  if (!isReference(text) || phoneShape.test(text)) return undefined
  return isUuid(text.toLowerCase()) ? text.toLowerCase() : text
}
