import { isUuid } from '#domain/ids.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { findPayable, paymentsOf } from '#use-cases/payment-links/payables.ts'
import { isDenied } from '#use-cases/receipts/denied.ts'
import { findByNumber, findRequested } from '#use-cases/payment-links/first-payment.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { type PageRequest, param } from '#web/http/route.ts'
import type { Cookie } from '#web/http/cookies.ts'

/** A payment under way or ended, as its page shows it. */
export interface Payment {
  readonly payable: Payable
  readonly transaction: TransactionRecord
  /** True if it succeeded, and its operator has denied it since. */
  readonly isDenied: boolean
  readonly code: string
  /** Opens the receipt in full; only the browser that paid has it. */
  readonly token: string | undefined
}

/** The address where something is paid; its payments are below it. */
export function payPath({ id, seller }: Pick<Payable, 'id' | 'seller'>): string {
  return `/${seller.mode}/pay/${id}`
}

/** The address where a payment is followed: the signed code is all that the page needs. */
export function followPath({ payable, code }: Pick<Payment, 'payable' | 'code'>): string {
  return `${payPath(payable)}/${code}`
}

/** What is payable at this address in this mode; undefined if nothing is. */
export async function payableAt(
  { database }: WebContext,
  mode: Mode,
  request: PageRequest,
): Promise<Payable | undefined> {
  const id = param(request, 'id')
  const payable = isUuid(id) ? await findPayable(database, id) : undefined
  return payable?.seller.mode === mode ? payable : undefined
}

/** The payment that the code in the address names; undefined for a code that was not created here for it. */
export async function paymentAt(
  context: WebContext,
  mode: Mode,
  request: PageRequest,
): Promise<Payment | undefined> {
  const payable = await payableAt(context, mode, request)
  return payable && paymentOf(context, payable, { code: param(request, 'code'), request })
}

/** The last payment for it made by this browser, within a day, also if its answer was lost on the way. */
export async function ownPayment(
  context: WebContext,
  payable: Payable,
  { request, key }: { readonly request: PageRequest; readonly key: string | undefined },
): Promise<Payment | undefined> {
  const unanswered =
    key === undefined ? undefined : await requestedPayment(context, payable, { key, request })
  if (unanswered !== undefined) return unanswered
  for (const { code } of readOwnPayments(request.cookie(ownPaymentsCookie))) {
    const payment = await paymentOf(context, payable, { code, request })
    if (payment !== undefined) return payment
  }
  return undefined
}

/** The payment that was requested with this form, and the token in the answer. */
async function requestedPayment(
  context: WebContext,
  payable: Payable,
  { key, request }: { readonly key: string; readonly request: PageRequest },
): Promise<Payment | undefined> {
  const requested = await findRequested(context.database, payable, key)
  if (requested === undefined) return undefined
  const code = context.receiptCodes.encode('follow', requested.id)
  const payment = await paymentOf(context, payable, { code, request })
  return payment && { ...payment, token: payment.token ?? tokenIn(requested.answer) }
}

function tokenIn(answer: string): string | undefined {
  return tokenShape.test(answer) ? answer : undefined
}

/** The payment that closes it, made with this number, wherever. */
export async function paymentOfNumber(
  context: WebContext,
  payable: Payable,
  { phone, request }: { readonly phone: string; readonly request: PageRequest },
): Promise<Payment | undefined> {
  const id = await findByNumber(context.database, payable, phone)
  if (id === undefined) return undefined
  const code = context.receiptCodes.encode('follow', id)
  return paymentOf(context, payable, { code, request })
}

async function paymentOf(
  { database, receiptCodes }: WebContext,
  payable: Payable,
  { code, request }: { readonly code: string; readonly request: PageRequest },
): Promise<Payment | undefined> {
  const id = receiptCodes.decode('follow', code)
  const transaction = id && (await findTransaction(database, paymentsOf(payable), id))
  if (transaction === undefined) return undefined
  const own = readOwnPayments(request.cookie(ownPaymentsCookie))
  return {
    payable,
    transaction,
    isDenied: transaction.status === 'succeeded' && (await isDenied(database, transaction.id)),
    code,
    token: own.find((known) => known.code === code)?.token,
  }
}

/** A payment made by this browser: the code of its page, and the token that opens its receipt in full. */
interface OwnPayment {
  readonly code: string
  readonly token: string
}

/** Name of the cookie. */
export const ownPaymentsCookie = 'paiements'

/** A day: long enough to come back to a receipt, short enough for a phone that is lent. */
const maxAgeSeconds = 86_400
const ownMax = 5
const shape = /^([\w-]{40})~([\w-]{22})$/
const tokenShape = /^[\w-]{22}$/

/** The latest payments of this browser, the last one first; a cookie that was not written here counts as empty. */
export function readOwnPayments(value = ''): readonly OwnPayment[] {
  return value
    .split('.', ownMax)
    .map((entry) => shape.exec(entry) ?? [])
    .flatMap(([, code, token]) => (code && token ? [{ code, token }] : []))
}

/** Keeps a payment that this browser made and does not know yet. */
export function keepPayment(
  { code, token }: Pick<Payment, 'code' | 'token'>,
  request: PageRequest,
): readonly Cookie[] {
  const known = readOwnPayments(request.cookie(ownPaymentsCookie))
  const isNew = token !== undefined && !known.some((own) => own.code === code)
  return isNew ? [writeOwnPayments(known, { code, token })] : []
}

/** The same with one payment added. */
export function writeOwnPayments(known: readonly OwnPayment[], added: OwnPayment): Cookie {
  const others = known.filter(({ code }) => code !== added.code)
  const kept = [added, ...others].slice(0, ownMax)
  const value = kept.map(({ code, token }) => `${code}~${token}`).join('.')
  return { name: ownPaymentsCookie, value, maxAgeSeconds }
}
