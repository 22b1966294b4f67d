import { type Money, parseAmount } from '#domain/money/money.ts'
import { detectOperator, type Operator, operators } from '#domain/operators/operators.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import { descriptionLengthMax, isReference } from '#domain/transactions/texts.ts'
import { type PayoutColumn, type PayoutColumns, plainWords } from './file-columns.ts'

/** One line of a file of payouts, as parsed; nothing has been checked against the database. */
export interface PayoutLine {
  /** Its line number in the file, whose first line is 1. */
  readonly number: number
  readonly phone: Phone
  readonly amount: Money
  readonly name: string | null
  readonly reference: string | null
  readonly description: string | null
}

/** Errors of a line; each has its own sentence. */
export type PayoutLineFaultCode =
  | 'phone_missing'
  | 'phone_rounded'
  | 'phone_wrong'
  | 'phone_unknown'
  | 'phone_pending'
  | 'operator_wrong'
  | 'operator_other'
  | 'operator_none'
  | 'operator_closed'
  | 'amount_missing'
  | 'amount_decimals'
  | 'amount_wrong'
  | 'amount_not_positive'
  | 'amount_small'
  | 'amount_large'
  | 'name_other'
  | 'reference_wrong'
  | 'reference_twice'
  | 'reference_used'
  | 'description_long'
  | 'line_twice'
  | 'line_repeated'
  | 'cells_too_many'
  | 'unreadable'

export interface PayoutLineFault {
  readonly line: number
  readonly column: PayoutColumn | null
  readonly code: PayoutLineFaultCode
  /** What its sentence mentions: a limit, another line, a holder's name. */
  readonly what?: string
  /** The name of the file that the other line is in. */
  readonly file?: string
}

type Found<Value> = { readonly value: Value } | { readonly code: PayoutLineFaultCode }

/**
 * Parses a line of a file with so many titles; returns its errors if it cannot be paid. Values beyond the titles mean that
 * a comma inside an amount was taken for the end of its cell: `150,000` would pay 150.
 */
export function readPayoutLine(
  { number, cells }: { readonly number: number; readonly cells: readonly string[] },
  columns: PayoutColumns,
  titles: number,
): { readonly line?: PayoutLine; readonly faults: readonly PayoutLineFault[] } {
  const faults: PayoutLineFault[] = []
  const textOf = (column: PayoutColumn): string => cells[columns.get(column) ?? -1] ?? ''
  const take = <Value>(column: PayoutColumn, read: (text: string) => Found<Value>) => {
    const found = read(textOf(column))
    if ('value' in found) return found.value
    faults.push({ line: number, column, code: found.code })
    return undefined
  }
  const phone = take('numero', phoneOf)
  const amount = take('montant', amountOf)
  const operator = take('operateur', operatorNamed)
  const reference = take('reference', referenceOf)
  const description = take('libelle', descriptionOf)
  if (phone && operator && !isOf(phone, operator))
    faults.push({ line: number, column: 'operateur', code: 'operator_other', what: operator.name })
  if (cells.length > columnsMax || cells.slice(titles).some((cell) => cell !== ''))
    faults.push({ line: number, column: null, code: 'cells_too_many' })
  const line = { number, phone, amount, name: textOf('nom') || null, reference, description }
  return faults.length > 0 ? { faults } : { line: line as PayoutLine, faults }
}

const columnsMax = 100

/**
 * As people and spreadsheets write it: `01 97 00 00 00`, `+229…`, `2290197000000`; also in the form used before 2024.
 */
function phoneOf(text: string): Found<Phone> {
  if (text === '') return { code: 'phone_missing' }
  if (/^\d[.,]?\d*E\+?\d+$/i.test(text)) return { code: 'phone_rounded' }
  const digits = text.replaceAll(/[\s.\u00A0\u202F-]/g, '').replace(/^'/, '')
  const read = parsePhone(
    /^(01\d{8}|[2-9]\d{7})$/.test(digits) ? `+229${digits}` : text.replace(/^'/, ''),
  )
  return read.ok ? { value: read.value } : { code: 'phone_wrong' }
}

/** Begins at the first of the blanks before it only: each of thousands would be a beginning otherwise. */
const francs = /(?<!\s)\s*(f\s?cfa|xof|f)$/i

/** Whole francs: `12500` or `12 500`. */
function amountOf(text: string): Found<Money> {
  if (text === '') return { code: 'amount_missing' }
  const plain = text.replace(francs, '')
  if (/^[-(]/.test(plain)) return { code: 'amount_not_positive' }
  if (/^[\d\s\u00A0\u202F]*\d[.,]\d+$/.test(plain)) return { code: 'amount_decimals' }
  const isGrouped = /^\d{1,3}([ \u00A0\u202F]\d{3})+$/.test(plain)
  const digits = isGrouped ? plain.replaceAll(/\D/g, '') : plain
  if (!/^\d{1,15}$/.test(digits)) return { code: 'amount_wrong' }
  if (/^0+$/.test(digits)) return { code: 'amount_not_positive' }
  const amount = parseAmount(digits.replace(/^0+/, ''), 'XOF')
  return amount.ok ? { value: amount.value } : { code: 'amount_wrong' }
}

/** `MTN`, `moov`, `mtn-benin`, `Moov Money`; if empty, the number decides. */
function operatorNamed(text: string): Found<Operator | null> {
  const [first] = plainWords(text)
  if (first === undefined) return { value: null }
  const named = operators.find(
    ({ type, code }) => type === 'mobile_money' && code.startsWith(first),
  )
  return named ? { value: named } : { code: 'operator_wrong' }
}

function isOf(phone: Phone, operator: Operator): boolean {
  return detectOperator(phone)?.code === operator.code
}

function referenceOf(text: string): Found<string | null> {
  if (text === '') return { value: null }
  return isReference(text) ? { value: text } : { code: 'reference_wrong' }
}

function descriptionOf(text: string): Found<string | null> {
  if (text.length > descriptionLengthMax) return { code: 'description_long' }
  return { value: text || null }
}

/** Lines that would pay twice: with the same reference, or without references the same amount to the same number. */
export function repeatsWithin(lines: readonly PayoutLine[]): PayoutLineFault[] {
  const references = new Map<string, number>()
  const alike = new Map<string, PayoutLine>()
  return lines.flatMap((line): PayoutLineFault[] => {
    const { number, reference } = line
    const first = reference === null ? undefined : references.get(reference)
    if (first !== undefined)
      return [{ line: number, column: 'reference', code: 'reference_twice', what: `${first}` }]
    if (reference !== null) references.set(reference, number)
    const key = `${line.phone.phone} ${line.amount.minor}`
    const other = alike.get(key)
    if (other === undefined) alike.set(key, line)
    if (other === undefined || (reference !== null && other.reference !== null)) return []
    return [{ line: number, column: null, code: 'line_twice', what: `${other.number}` }]
  })
}
