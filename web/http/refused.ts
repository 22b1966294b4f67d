import { isCurrencyCode } from '#domain/money/currency.ts'
import {
  type ErrorCode,
  errorTable,
  messageIn,
  messageOf,
  ServiceError,
} from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import { unitText } from '#domain/text/text.ts'
import { parseAmount } from '#domain/money/money.ts'
import { moneyText } from '#web/design/money.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { errorHead } from '#http/envelope.ts'
import type { Form } from './form.ts'

/** The result of a refused form: the same page, with what is wrong. */
export interface Refused {
  readonly faults: readonly FieldFault[]
  readonly head: { readonly status: number; readonly headers: Readonly<Record<string, string>> }
}

/** Faults found in a form before anything was done: `throw new FieldRefusal([{ field, message }])`. */
export class FieldRefusal extends Error {
  readonly faults: readonly FieldFault[]

  constructor(faults: readonly FieldFault[]) {
    super('fields of a form were refused')
    this.name = 'FieldRefusal'
    this.faults = faults
  }
}

/** The field that each error is about. */
export type FieldsOfErrors = Partial<Record<ErrorCode, string>>

/** Statuses after which the same form may succeed later, or with other values. */
const refusedForNow: readonly number[] = [409, 410, 422, 429]

/**
 * How a form page shows a thrown error; null for errors that are not about the form, such as a missing permission or
 * a failure.
 */
export function refusedBy(
  thrown: unknown,
  fields: FieldsOfErrors,
  language: Language,
): Refused | null {
  if (thrown instanceof FieldRefusal) return refusal(thrown.faults)
  if (!(thrown instanceof ServiceError)) return null
  const { code } = thrown
  const field = fields[code]
  if (field === undefined && !refusedForNow.includes(errorTable[code].http)) return null
  return refusal(
    [{ field: field ?? null, message: sentenceOf(thrown, language) }],
    errorHead(thrown).headers,
  )
}

/** The error's sentence, with amounts as people write them: `12 500 F CFA` for `12500 XOF`. */
function sentenceOf(error: ServiceError, language: Language): string {
  const { code, details } = error
  const { currency } = details
  if (!isCurrencyCode(currency)) return messageOf(error, language)
  const unit = unitText(currency, language)
  const amounts = amountDetails.flatMap((name) => {
    const amount = parseAmount(String(details[name]), currency)
    if (!amount.ok) return []
    return [[name, moneyText(amount.value, language).slice(0, -unit.length - 1)]]
  })
  const said = { ...details, ...Object.fromEntries(amounts), currency: unit }
  return messageIn(language, code, said).replaceAll(` ${unit}`, `\u00A0${unit}`)
}

const amountDetails = ['available', 'min_amount', 'max_amount'] as const

/** Does what a form asks for; an error is shown at the field it is about, or above the form. */
export async function refusedFields<Result>(
  { fields, language }: { readonly fields: FieldsOfErrors; readonly language: Language },
  work: () => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly refused: Refused }> {
  try {
    return { done: await work() }
  } catch (thrown) {
    const refused = refusedBy(thrown, fields, language)
    if (refused === null) throw thrown
    return { refused }
  }
}

/** An error of one field. */
export function refusedField(
  fault: FieldFault,
  headers: Readonly<Record<string, string>> = {},
): Refused {
  return refusal([fault], headers)
}

function refusal(faults: readonly FieldFault[], headers: Refused['head']['headers'] = {}): Refused {
  return { faults, head: { status: 422, headers } }
}

/** The message to show at a field, if any. */
export function errorAt(faults: readonly FieldFault[], name: string): string | undefined {
  return faults.find(({ field }) => field === name)?.message
}

/** The fields of a form as it was sent, each with its error: `<TextField {...field('source')} label=… />`. */
export function fieldsOf(form: Pick<Form, 'text'>, faults: readonly FieldFault[]) {
  return (name: string, otherwise = '') => ({
    name,
    value: form.text(name) || otherwise,
    error: errorAt(faults, name),
  })
}
