import { randomUUID } from 'node:crypto'
import { type ErrorCode, type FieldError, messageOf, ServiceError } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import {
  detectOperator,
  type Operator,
  operators,
  takesNumber,
} from '#domain/operators/operators.ts'
import { type Payable, payableRefusal, type PayableStatus } from '#domain/payment-links/payable.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { errorHead } from '#http/envelope.ts'
import { canonicalText } from '#http/canonical.ts'
import { type LinkPaymentBody, linkPaymentErrors } from '#http/link-payment.ts'
import { payerOf } from '#http/payer-fields.ts'
import { type LinkPayment, payLink } from '#use-cases/payment-links/pay.ts'
import type { PricedMethod } from '#use-cases/payment-links/methods.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { type PageAnswer, redirect } from '#web/http/answer.ts'
import type { Form } from '#web/http/form.ts'
import { type PageInput, payersPage } from '#web/http/route.ts'
import { whenFree } from '#web/http/when-free.ts'
import {
  amountTextOf,
  bodyOf,
  cardFields,
  faultsOf,
  fields,
  readTyped,
  refusedFields,
  type Typed,
} from './typed.ts'
import { payerHtml } from './answer.ts'
import { readCard } from './form.tsx'
import { changeStep, ConfirmPage } from './confirm-page.tsx'
import {
  followPath,
  keepPayment,
  ownPayment,
  ownPaymentsCookie,
  payableAt,
  type Payment,
  paymentOfNumber,
  payPath,
  readOwnPayments,
  writeOwnPayments,
} from './find.ts'
import { forgetKey, keepKey } from './form-key.ts'
import { unknownPage } from './open.tsx'
import { PayPage } from './pay-page.tsx'
import { amountFault } from './limits.ts'
import { readSale, type Sale } from './sale.ts'
import { totalOf } from './totals.tsx'
import { payerWords } from './words.ts'

/**
 * Handles the form of a payment: requests it at once if the payer has seen the total, otherwise shows the total first.
 */
export function payPage(context: WebContext, mode: Mode) {
  return payersPage({
    method: 'POST',
    path: `/${mode}/pay/:id`,
    async handler(input) {
      const payable = await payableAt(context, mode, input)
      if (payable === undefined) return unknownPage()
      const typed = readTyped(input.form, payable)
      const sale = await readSale(context, payable, typed)
      if (input.form.text(fields.step) === changeStep) {
        return payerHtml(payable, <PayPage sale={sale} typed={typed} />)
      }
      const body = bodyOf(typed, payable, readCard(input.form))
      const order = { sale, typed, body, language: input.language }
      const total = seenTotal(input.form, typed)
      const faults = faultsIn(order, total)
      const method = faults.length === 0 ? methodOf(order) : undefined
      if (method === undefined) return refusedForm(order, orNoMethod(order, faults))
      if (total !== totalOf(method)) return unseen(order, { method, isOther: total !== '' })
      if (doubted(order) && input.form.text(fields.sure) === '') return unseen(order, { method })
      return pay(context, input, order)
    },
  })
}

interface Order {
  readonly sale: Sale
  readonly typed: Typed
  readonly body: LinkPaymentBody
  readonly language: Language
}

/** The total that the payer saw; a form without card fields has not reached that step. */
function seenTotal(form: Form, { way }: Typed): string {
  const isEarly = way === 'card' && !form.isTicked(cardFields.number)
  return isEarly ? '' : form.text(fields.total)
}

/** Card fields appear once the total was shown: until then the card may be missing. */
function faultsIn(order: Order, total: string): FieldFault[] {
  const { body, language } = order
  const errors = typedErrors(body).filter(
    ({ field }) => total !== '' || field.split('.', 1)[0] !== 'card',
  )
  const message = amountFaultIn(order)
  // Whoever has a number from abroad would choose an operator in vain.
  const isAbroad = order.typed.way !== 'card' && isFromAbroad(body)
  const { abroad } = payerWords[language].faults
  return [
    ...(message === null ? [] : [{ field: fields.amount, message }]),
    ...(isAbroad ? [{ field: fields.phone, message: abroad }] : []),
    ...faultsOf(errors, language),
  ]
}

/** A field left empty is sent as an empty text: a number of a card is then missing, not wrong. */
function typedErrors(body: LinkPaymentBody): readonly FieldError[] {
  const errors = linkPaymentErrors(body)
  if (body.card?.number !== '') return errors
  return errors.map((error) =>
    error.field === 'card.number' ? { field: error.field, code: 'missing_field' } : error,
  )
}

function amountFaultIn({ sale: { payable, bill }, typed, language }: Order): string | null {
  const isMissing = payable.price === null && typed.amount === ''
  if (isMissing) return payerWords[language].faults.missingAmount
  return bill.isAmountRefused ? amountFault(bill.limits, language) : null
}

/** The chosen method, or that of the number; for a card, the one that accepts cards. */
function methodOf({ sale: { bill }, typed, body }: Order): PricedMethod | undefined {
  if (typed.way === 'card') return bill.methods[0]
  const code = typed.provider === '' ? operatorOfNumber(body)?.code : body.provider
  return bill.methods.find(({ operator }) => operator.code === code)
}

/** By its range; the number may have been ported since. */
function operatorOfNumber({ phone }: LinkPaymentBody): Operator | undefined {
  const parsed = parsePhone(phone ?? '')
  return parsed.ok ? detectOperator(parsed.value) : undefined
}

/** The operator that the number seems to belong to, if another one was chosen. */
function doubted({ typed, body }: Order): Operator | undefined {
  if (typed.way === 'card' || typed.provider === '') return undefined
  const likely = operatorOfNumber(body)
  return likely?.code === typed.provider ? undefined : likely
}

/** If nothing typed is wrong, the operator is missing. */
function orNoMethod({ language }: Order, faults: readonly FieldFault[]): readonly FieldFault[] {
  if (faults.length > 0) return faults
  return faultsOf([{ field: 'provider', code: 'invalid_provider' }], language)
}

function isFromAbroad({ phone }: LinkPaymentBody): boolean {
  const parsed = parsePhone(phone ?? '')
  const wallets = operators.filter(({ type }) => type === 'mobile_money')
  return parsed.ok && !wallets.some((wallet) => takesNumber(wallet, parsed.value))
}

function refusedForm({ sale, typed }: Order, faults: readonly FieldFault[]): PageAnswer {
  const page = <PayPage sale={sale} typed={typed} faults={faults} />
  return payerHtml(sale.payable, page, { status: 422 })
}

/** The exact total, before anything is requested. A card that was typed is not kept: its fields come with the total. */
function unseen(
  order: Order,
  { method, isOther = false }: { readonly method: PricedMethod; readonly isOther?: boolean },
): PageAnswer {
  const { sale, typed } = order
  if (typed.way === 'card') return payerHtml(sale.payable, <PayPage sale={sale} typed={typed} />)
  const likely = doubted(order)
  return payerHtml(
    sale.payable,
    <ConfirmPage {...{ sale, typed, method, isOther }} {...(likely && { likely })} />,
  )
}

async function pay(context: WebContext, input: PageInput<null>, order: Order): Promise<PageAnswer> {
  const { payable } = order.sale
  try {
    const payment = paymentOf(input, order)
    const { madeId, body: token } = await whenFree(input, () => payLink(context, payable, payment))
    const code = context.receiptCodes.encode('follow', asId<TransactionId>(madeId))
    const known = readOwnPayments(input.cookie(ownPaymentsCookie))
    const cookie = writeOwnPayments(known, { code, token })
    return redirect(followPath({ payable, code }), { cookies: [cookie, forgetKey] })
  } catch (error) {
    if (error instanceof ServiceError) return notAccepted(context, input, { ...order, error })
    throw error
  }
}

function paymentOf(
  { requestId, address }: PageInput<null>,
  { sale, typed, body }: Order,
): LinkPayment {
  const { payable } = sale
  const amountText =
    payable.price === null ? amountTextOf(typed.amount, payable.currency) : undefined
  const canonical = canonicalText({ ...body, amountText: amountText ?? null })
  return {
    payer: payerOf(body),
    answers: body.custom_fields ?? {},
    said: { amountText, currency: body.currency },
    idempotencyKey: typed.key,
    canonicalRequest: `POST ${payPath(payable)}\n${canonical}`,
    address,
    requestId,
    // What the browser keeps about the payment: the token that opens its receipt.
    respond: (_, receiptToken) => ({ status: 303, body: receiptToken }),
  }
}

const codesOf = (...statuses: readonly PayableStatus[]) =>
  new Set<ErrorCode | undefined>(statuses.map((status) => payableRefusal(status)))

const endedCodes = codesOf('cancelled', 'expired')
const takenCodes = codesOf('paid', 'in_progress')

/** Another payment keeps this one out; it may be this payer's own. */
function isTaken(error: ServiceError, { status }: Payable): boolean {
  return takenCodes.has(error.code) || (isUsedUp(error) && status !== 'active')
}

/** If nothing can be paid any more, a page says so; for all other errors the form is shown again, with what to do. */
async function notAccepted(
  context: WebContext,
  input: PageInput<null>,
  { sale, typed, body, error }: Order & { readonly error: ServiceError },
): Promise<PageAnswer> {
  const { payable } = sale
  const own = await ownPayment(context, payable, { request: input, key: typed.key })
  if (endedCodes.has(error.code)) return redirect(payPath(payable))
  if (isTaken(error, payable)) return toWhatCloses(context, input, { payable, body, error, own })
  const { status, headers } = errorHead(error)
  const faults = refusedFields(error, input.language)
  const refusal = faults.length === 0 ? sentenceOf(error, input.language) : undefined
  const again = isUsedUp(error) ? { ...typed, key: randomUUID() } : typed
  return payerHtml(
    payable,
    <PayPage sale={sale} typed={again} faults={faults} own={own} {...(refusal && { refusal })} />,
    {
      status,
      headers,
      cookies: [keepKey(payable, again.key), ...(own ? keepPayment(own, input) : [])],
    },
  )
}

/** The payment that keeps this one out, if it is of the same browser or number; else what is the matter. */
async function toWhatCloses(
  context: WebContext,
  input: PageInput<null>,
  { payable, body, error, own }: Taken,
): Promise<PageAnswer> {
  const phone = parsePhone(body.phone ?? '')
  const keepsOut = ({ transaction: { status } }: Payment): boolean =>
    status === 'pending' || (status === 'succeeded' && error.code !== payableRefusal('in_progress'))
  const found =
    own && keepsOut(own)
      ? own
      : phone.ok && (await paymentOfNumber(context, payable, { ...phone.value, request: input }))
  if (!found || !keepsOut(found)) return redirect(payPath(payable))
  return redirect(followPath(found), { cookies: keepPayment(found, input) })
}

interface Taken extends Pick<Order, 'body'> {
  readonly payable: Payable
  readonly error: ServiceError
  /** This browser's own payment. */
  readonly own: Payment | undefined
}

/** The form was changed after it had been sent: it now requests another payment, which the payer must confirm. */
function isUsedUp({ code }: ServiceError): boolean {
  return code === 'idempotency_conflict'
}

function sentenceOf(error: ServiceError, language: Language): string {
  const known: Partial<Record<ErrorCode, string>> = payerWords[language].refusals
  return known[error.code] ?? messageOf(error, language)
}
