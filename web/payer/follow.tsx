import type { ComponentChild } from 'preact'
import { isFinal, type Mode } from '#domain/transactions/transaction.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import { wasDebitedLate } from '#use-cases/late-outcomes/late-debit.ts'
import { methodsOf } from '#use-cases/payment-links/methods.ts'
import { receiptParts } from '#use-cases/receipts/parts.ts'
import type { WebContext } from '#web/context.ts'
import { isForTicket } from '#web/design/paper.tsx'
import { type PageStream, stream } from '#web/http/answer.ts'
import { type PageRequest, payersPage } from '#web/http/route.ts'
import type { StreamSlots } from '#web/http/stream-slots.ts'
import { payerHtml } from './answer.ts'
import { followPath, type Payment, paymentAt } from './find.ts'
import { unknownPage } from './open.tsx'
import { Denied } from './denied.tsx'
import { Paid } from './paid.tsx'
import { Failed } from './failed.tsx'
import { PayerFrame } from './payer-frame.tsx'
import type { PayerWords } from './french.tsx'
import { Waiting, waitingTitle } from './waiting.tsx'
import { payerWords, usePayerWords } from './words.ts'

/** Reload interval of the page without JavaScript. */
const refreshSeconds = 5

/** A payment under way, then its outcome. Its address reveals nothing about its payer, and can be bookmarked. */
export function followPage(context: WebContext, mode: Mode) {
  return payersPage({
    method: 'GET',
    path: `/${mode}/pay/:id/:code`,
    async handler(input) {
      const payment = await paymentAt(context, mode, input)
      if (payment === undefined) return unknownPage()
      const { payable, transaction } = payment
      const isPending = !isFinal(transaction.status)
      const merchant = await readReceiptMerchant(context.database, payable.seller.serviceEnvId)
      return payerHtml(
        payable,
        <PayerFrame
          title={titleOf(payment, payerWords[input.language])}
          payable={payable}
          merchant={merchant}
          refreshSeconds={isPending ? refreshSeconds : undefined}
        >
          <div id="suivi" class="stack" aria-live="polite">
            {await followed(context, payment, isForTicket(input.query))}
          </div>
        </PayerFrame>,
      )
    },
  })
}

/** The same as a stream of changes, for the page's script. */
export function followStream(context: WebContext, mode: Mode, slots: StreamSlots) {
  return payersPage({
    method: 'GET',
    path: `/${mode}/pay/:id/:code/suite`,
    async handler(input) {
      const payment = await paymentAt(context, mode, input)
      if (payment === undefined) return unknownPage()
      const leave = slots.take(input.address)
      return stream((out) => follow(context, { mode, input, payment }, out).finally(leave))
    },
  })
}

/** Shorter than the idle timeouts of mobile networks and proxies. */
const beatMs = 15_000
/** A browser reconnects after its stream ended here. */
const beatsMax = 40

/** Waits without a database connection; sends the outcome of the payment, and ends. */
async function follow(
  context: WebContext,
  { mode, input, payment }: { readonly mode: Mode; readonly input: PageRequest; payment: Payment },
  out: PageStream,
): Promise<void> {
  const { id } = payment.transaction
  let last = payment
  const look = async (): Promise<boolean> => {
    last = (await paymentAt(context, mode, input)) ?? last
    return isFinal(last.transaction.status)
  }
  for (let beat = 0; beat < beatsMax && !out.ended.aborted; beat += 1) {
    await context.database.wake.wait(id, { timeoutMs: beatMs, signal: out.ended, isOver: look })
    if (out.ended.aborted) return
    if (await look()) return out.send('state', await followed(context, last))
    out.beat()
  }
}

/** The current content of the page; the script reads from it whether to continue. */
async function followed(
  context: WebContext,
  payment: Payment,
  isTicket = false,
): Promise<ComponentChild> {
  const { transaction } = payment
  const { status } = transaction
  const events = isFinal(status) ? undefined : `${followPath(payment)}/suite`
  return (
    <Shown payment={payment} events={events}>
      {await content(context, payment, isTicket)}
    </Shown>
  )
}

function Shown({
  payment,
  events,
  children,
}: {
  readonly payment: Payment
  readonly events: string | undefined
  readonly children: ComponentChild
}) {
  const title = titleOf(payment, usePayerWords())
  const { status } = payment.transaction
  return (
    <div class="stack" data-state={status} data-title={title} data-events={events}>
      {children}
    </div>
  )
}

async function content(
  context: WebContext,
  payment: Payment,
  isTicket: boolean,
): Promise<ComponentChild> {
  const { transaction, token } = payment
  if (transaction.status === 'pending') return <Waiting payment={payment} />
  if (transaction.status === 'succeeded') {
    const receipt = await receiptParts(context, transaction, { reader: 'none', token })
    if (payment.isDenied) return <Denied receipt={receipt} />
    return <Paid payment={payment} receipt={receipt} isTicket={isTicket} />
  }
  const [merchant, methods, isLate] = await Promise.all([
    readReceiptMerchant(context.database, transaction.serviceEnvId),
    methodsOf(context, payment.payable, { price: transaction.price }),
    wasDebitedLate(context.database, transaction.id),
  ])
  return <Failed {...{ payment, merchant, methods, isLate }} />
}

function titleOf({ transaction, isDenied }: Payment, words: PayerWords): string {
  const { status } = transaction
  if (isDenied) return words.denied.title
  if (status === 'pending') return waitingTitle(transaction, words)
  return status === 'succeeded' ? words.paid.title : words.failed.title
}
