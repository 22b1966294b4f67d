import { asId, type TransactionId } from '#domain/ids.ts'
import { readTransactions } from '#use-cases/transactions/find.ts'
import type { ComponentChild } from 'preact'
import { type ErrorCode, errorTable, type FieldError, ServiceError } from '#domain/errors/errors.ts'
import { errorHead } from '#http/envelope.ts'
import type { DeskAct } from '#use-cases/desk/act.ts'
import { orderWithFields } from '#http/desk-act.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html, type PageAnswer } from '#web/http/answer.ts'
import type { Form } from '#web/http/form.ts'
import { type RefusedAct } from './parts.tsx'
import { seenField } from '#web/design/seen.tsx'
import type { DeskInput } from './staff-page.ts'

/** An action ordered by a desk form, and how its page words it. */
export interface FormOrder {
  readonly act: DeskAct
  /** Names of its fields, each with the message for a refusal. */
  readonly fields: Readonly<Record<string, string>>
  /**
   * The form's name for the field `reason`: each field of a page has a unique name, by which screen readers find it.
   */
  readonly reasonField?: string
  /** The same for the field `password`. */
  readonly passwordField?: string
  /** Fields of whole numbers, as people type them: with spaces between thousands. */
  readonly wholeNumbers?: readonly string[]
  /** Fields of decimal numbers, as text: people type a comma. */
  readonly decimals?: readonly string[]
}

/** The same, for one subject. */
export interface Order extends FormOrder {
  /** What its page shows now, to compare with what it showed when the form was made. */
  readonly seenNow?: () => Promise<string>
  readonly done: { readonly to: string; readonly text: string }
  /** The page as it is now, with what was refused. */
  readonly page: (refused: RefusedAct) => Promise<ComponentChild>
}

/**
 * Handles an order: done and announced on the next page, or refused on the same one, which then shows the current
 * state.
 */
export async function takeOrder(
  context: WebContext,
  input: DeskInput,
  order: Order,
): Promise<PageAnswer> {
  const refused = (await staleness(input, order)) ?? (await tried(context, input, order))
  if (refused === undefined) {
    const { to, text } = order.done
    return doneAt(to, text)
  }
  const { status, headers, ...said } = await withOthers(context, refused)
  return html(await order.page(said), { status, headers })
}

/** With the payments that the refusal names, so that the page can call them as people do. */
async function withOthers({ database }: WebContext, refused: Refusal): Promise<Refusal> {
  const ids = refused.details?.['transaction_ids']
  if (typeof ids !== 'string') return refused
  const named = ids.split(' ').map((id) => asId<TransactionId>(id))
  return { ...refused, others: await readTransactions(database, named) }
}

/** Messages for fields that many forms have. */
export const passwordSentence = 'Donnez votre mot de passe.'
export const reasonSentence = 'Écrivez pourquoi, en 500 caractères au plus.'

type Refusal = RefusedAct & {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** Why nothing was done about something that somebody has changed since. */
export const staleText = 'La situation a changé depuis que cette page a été ouverte.'

async function staleness({ form }: DeskInput, { seenNow }: Order): Promise<Refusal | undefined> {
  if (seenNow === undefined || form.text(seenField) === (await seenNow())) return undefined
  return { faults: [], message: staleText, status: 409, headers: {} }
}

async function tried(
  context: WebContext,
  input: DeskInput,
  order: Order,
): Promise<Refusal | undefined> {
  const { act, fields, reasonField, passwordField = 'password' } = order
  const { session, requestId, form } = input
  const body = typedBody(form, order)
  const id = input.params['id'] ?? ''
  try {
    const errors = await orderWithFields(context, act, {
      person: session.person,
      requestId,
      id,
      body,
    })
    const names: Readonly<Record<string, string>> = {
      reason: reasonField ?? 'reason',
      password: passwordField,
    }
    const named = errors.map((error) => ({ ...error, field: names[error.field] ?? error.field }))
    return errors.length === 0 ? undefined : refusedFields(faultsOf(named, fields))
  } catch (thrown) {
    return renamed(refusalOf(thrown, fields), passwordField)
  }
}

/** The form's fields, as its action takes them. */
function typedBody(
  form: Form,
  { fields, reasonField, passwordField, wholeNumbers = [], decimals = [] }: FormOrder,
): Readonly<Record<string, unknown>> {
  const typed = bodyOf(
    form,
    Object.keys(fields).filter((name) => name !== passwordField),
  )
  const password = passwordField === undefined ? {} : { password: form.secret(passwordField) }
  if (reasonField === undefined)
    return withNumbers({ ...typed, ...password }, wholeNumbers, decimals)
  const { [reasonField]: reason = '', ...others } = typed
  return withNumbers({ ...others, reason, ...password }, wholeNumbers, decimals)
}

/** Numbers as people type them; an invalid one stays text, which the action refuses. */
function withNumbers(
  given: Readonly<Record<string, string>>,
  wholeNumbers: readonly string[],
  decimals: readonly string[],
): Readonly<Record<string, unknown>> {
  const read = ([name, text]: readonly [string, string]): [string, unknown] => {
    const digits = text.replaceAll(/\s/g, '')
    if (wholeNumbers.includes(name))
      return [name, /^\d{1,15}$/.test(digits) ? Number(digits) : text]
    return [name, decimals.includes(name) ? digits.replace(',', '.') : text]
  }
  return Object.fromEntries(Object.entries(given).map(read))
}

/** The form's fields, without empty ones. */
export function bodyOf(form: Form, names: readonly string[]): Readonly<Record<string, string>> {
  const given = names.map((name) => [name, isSecret(name) ? form.secret(name) : form.text(name)])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

function isSecret(name: string): boolean {
  return name === 'password'
}

/** Faults of fields, with the page's messages. */
export function faultsOf(
  errors: readonly FieldError[],
  sentences: Readonly<Record<string, string>>,
): FieldFault[] {
  return errors.map(({ field }) => ({
    field,
    message: sentences[field] ?? 'Cette valeur n’est pas acceptée.',
  }))
}

export function refusedFields(faults: readonly FieldFault[]): Refusal {
  return { faults, message: null, status: 422, headers: {} }
}

/** Errors that are about a field of the form. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  wrong_password: 'password',
  too_many_attempts: 'password',
  invalid_passkey: 'password',
}

/** The message for an error; an unknown subject, a missing permission or an internal failure is rethrown. */
function refusalOf(thrown: unknown, sentences: Readonly<Record<string, string>> = {}): Refusal {
  if (!(thrown instanceof ServiceError) || !isTold(thrown.code)) throw thrown
  const { code, message } = thrown
  const { headers } = errorHead(thrown)
  const named = thrown.details['field']
  if (typeof named === 'string' && named in sentences)
    return {
      ...refusedFields(faultsOf([{ field: named, code }], sentences)),
      details: thrown.details,
    }
  const field = fieldOf[code]
  if (field !== undefined)
    return { faults: [{ field, message }], message: null, status: 422, headers }
  return { faults: [], message, status: 409, headers }
}

/** A refusal of the password, at the field of that name. */
function renamed(refusal: Refusal, passwordField: string): Refusal {
  const faults = refusal.faults.map((fault) =>
    fault.field === 'password' ? { ...fault, field: passwordField } : fault,
  )
  return { ...refusal, faults }
}

function isTold(code: ErrorCode): boolean {
  const { http } = errorTable[code]
  return http === 409 || http === 422 || code in fieldOf || code === 'service_unavailable'
}

/** A form whose action moves no money: its answer once it is done, or the same page with what was refused. */
interface FormAct {
  /** Faults of the fields, as the API finds them. */
  readonly errors: readonly FieldError[]
  /** The message for each. */
  readonly sentences: Readonly<Record<string, string>>
  readonly work: () => Promise<PageAnswer>
  readonly page: (refused: RefusedAct) => Promise<ComponentChild> | ComponentChild
  /** The form's name for the password, if the page has several. */
  readonly passwordField?: string
}

export async function takeForm({
  errors,
  sentences,
  work,
  page,
  passwordField = 'password',
}: FormAct): Promise<PageAnswer> {
  const refusal = errors.length > 0 ? refusedFields(faultsOf(errors, sentences)) : null
  if (refusal !== null) {
    const { status, headers, ...refused } = refusal
    return html(await page(refused), { status, headers })
  }
  try {
    return await work()
  } catch (thrown) {
    const { status, headers, ...refused } = renamed(refusalOf(thrown), passwordField)
    return html(await page(refused), { status, headers })
  }
}
