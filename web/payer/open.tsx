import type { Payable, PayableStatus } from '#domain/payment-links/payable.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { linkWordOf } from '#domain/payment-links/word.ts'
import { findByLinkWord } from '#use-cases/payment-links/word.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, part, redirect } from '#web/http/answer.ts'
import { type PageRequest, param, payersPage } from '#web/http/route.ts'
import { ClosedPage, tellings, UnknownPage } from './closed-page.tsx'
import { payerHtml } from './answer.ts'
import { keepKey, keptKey } from './form-key.ts'
import { followPath, keepPayment, ownPayment, payableAt, type Payment } from './find.ts'
import { PayPage } from './pay-page.tsx'
import { readBill, readSale } from './sale.ts'
import { Totals } from './totals.tsx'
import { resumed } from './resume.ts'
import { fields, wayOf } from './typed.ts'

/** The page that a link or a QR code opens. */
export function openPage(context: WebContext, mode: Mode) {
  return payersPage({
    method: 'GET',
    path: `/${mode}/pay/:id`,
    async handler(input) {
      const payable = await payableAt(context, mode, input)
      if (payable === undefined) return unknownPage()
      const kept = keptKey(payable, input)
      const own = await ownPayment(context, payable, { request: input, key: kept })
      const { status } = payable
      if (status !== 'active') return closedPage(context, { ...payable, status }, { own, input })
      const blank = resumed(input.query, own)
      const typed = { ...blank, key: kept ?? blank.key }
      const sale = await readSale(context, payable, typed)
      return payerHtml(payable, <PayPage sale={sale} typed={typed} own={own} />, {
        cookies: [keepKey(payable, typed.key), ...(own ? keepPayment(own, input) : [])],
      })
    },
  })
}

/** The cost of an amount while it is being typed. */
export function totalPart(context: WebContext, mode: Mode) {
  return payersPage({
    method: 'GET',
    path: `/${mode}/pay/:id/total`,
    async handler(input) {
      const payable = await payableAt(context, mode, input)
      if (payable === undefined) return unknownPage()
      const amount = input.query.get(fields.amount) ?? ''
      const way = wayOf(input.query.get(fields.way))
      const bill = await readBill(context, payable, { amount, way })
      return part(<Totals bill={bill} />)
    },
  })
}

/** Nothing is here. */
export function unknownPage(): PageAnswer {
  return html(<UnknownPage />, { status: 404 })
}

const lookAgainSeconds = 10

type Closed = Payable & { readonly status: Exclude<PayableStatus, 'active'> }

/** Whoever is paying or has paid is redirected to their payment; all others see its state. */
async function closedPage(
  context: WebContext,
  payable: Closed,
  { own, input }: { readonly own: Payment | undefined; readonly input: PageRequest },
): Promise<PageAnswer> {
  if (own && isWhatCloses(own, payable)) {
    return redirect(followPath(own), { cookies: keepPayment(own, input) })
  }
  const merchant = await readReceiptMerchant(context.database, payable.seller.serviceEnvId)
  const isWaiting = payable.status === 'in_progress'
  return payerHtml(payable, <ClosedPage {...{ payable, merchant, own }} />, {
    status: tellings[payable.status].status,
    ...(isWaiting && { headers: { Refresh: String(lookAgainSeconds) } }),
  })
}

function isWhatCloses({ transaction }: Payment, { status }: Closed): boolean {
  if (transaction.status === 'pending') return true
  return transaction.status === 'succeeded' && status === 'paid'
}

/** The short address of a link redirects to its page. */
export function shortPage({ database }: WebContext) {
  return payersPage({
    method: 'GET',
    path: '/p/:word',
    async handler(input) {
      const link = await findByLinkWord(database, linkWordOf(param(input, 'word')))
      return link === undefined ? unknownPage() : redirect(`/${link.mode}/pay/${link.id}`)
    },
  })
}
