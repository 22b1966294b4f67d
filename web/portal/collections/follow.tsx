import { fail } from '#domain/errors/errors.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import type { PortalPermission } from '#domain/people/portal-roles.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { findCheckout } from '#use-cases/checkouts/find.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageStream, stream } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { createStreamSlots, type StreamSlots } from '#web/http/stream-slots.ts'
import { paths } from '#web/portal/paths.ts'
import { mayStillOpen, type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { isOwn, isShown, saleScope } from './at-counter.ts'
import { CollectFrame } from './frame.tsx'
import { Followed, type FollowedSale, isUnderWay, standingOf, titleOf } from './followed.tsx'

/** Reload interval of the page without JavaScript. */
const refreshSeconds = 5

/** The page of each sale, and the stream that sends it updates. */
export function followPages(context: WebContext, permission: PortalPermission) {
  const slots = createStreamSlots()
  return [
    ...pagesOf(context, { path: paths.askedNumber, permission, slots, find: askedSale }),
    ...pagesOf(context, { path: paths.shownCode, permission, slots, find: codeSale }),
  ]
}

interface FollowedKind {
  readonly path: string
  readonly permission: PortalPermission
  readonly slots: StreamSlots
  readonly find: (context: WebContext, input: PortalInput) => Promise<FollowedSale>
}

function pagesOf(context: WebContext, kind: FollowedKind): readonly PageRoute[] {
  const { path, permission, slots, find } = kind
  return [
    portalReads(context, permission)(`${path}/:id`, async (input) => {
      const sale = await find(context, input)
      return html(
        <CollectFrame
          title={titleOf(sale, input.language)}
          refreshSeconds={isUnderWay(sale) ? refreshSeconds : undefined}
        >
          <div id="suivi" class="stack" aria-live="polite">
            <Followed sale={sale} />
          </div>
        </CollectFrame>,
      )
    }),
    portalReads(context, permission)(`${path}/:id/suite`, async (input) => {
      await find(context, input)
      const leave = slots.take(input.address)
      const look = async () =>
        (await mayStillOpen(context, permission, input)) ? find(context, input) : undefined
      return stream((out) => follow(context, { input, look }, out).finally(leave))
    }),
  ]
}

interface Reader {
  readonly input: PortalInput
  /** The sale as it is now; undefined for whom it is no longer shown to. */
  readonly look: () => Promise<FollowedSale | undefined>
}

/** Shorter than the idle timeouts of mobile networks and proxies. */
const beatMs = 15_000
/** A browser reconnects after its stream ended here. */
const beatsMax = 40

/**
 * Sends each change since the state that the page has seen, until the sale is over or its reader has logged out; holds
 * no connection while waiting.
 */
async function follow(
  { database }: WebContext,
  { input, look }: Reader,
  out: PageStream,
): Promise<void> {
  let seen = input.query.get('vu') ?? ''
  for (let beat = 0; beat < beatsMax && !out.ended.aborted; beat += 1) {
    const isOver = async (): Promise<boolean> => {
      const sale = await look()
      return sale === undefined || standingOf(sale) !== seen
    }
    const id = idParam(input, 'transaction_not_found')
    await database.wake.wait(id, { timeoutMs: beatMs, signal: out.ended, isOver })
    if (out.ended.aborted) return
    const sale = await look()
    if (sale === undefined) return
    if (standingOf(sale) !== seen) out.send('state', <Followed sale={sale} />)
    seen = standingOf(sale)
    if (!isUnderWay(sale)) return
    out.beat()
  }
}

async function askedSale(context: WebContext, input: PortalInput): Promise<FollowedSale> {
  const id = idParam<TransactionId>(input, 'transaction_not_found')
  const payment = await paymentOf(context, input, id)
  if (payment?.type !== 'collection') throw fail('transaction_not_found')
  return {
    path: `${paths.askedNumber}/${id}`,
    code: null,
    payment,
    isOwn: isOwn(input.session, payment),
    receiptUrl: receiptOf(context, payment),
  }
}

async function codeSale(context: WebContext, input: PortalInput): Promise<FollowedSale> {
  const { session } = input
  const id = idParam<CheckoutId>(input, 'checkout_not_found')
  const checkout = await findCheckout(context.database, saleScope(session), id)
  if (checkout === undefined || !isShown(session, checkout)) throw fail('checkout_not_found')
  const { transactionId } = checkout
  const payment = transactionId ? await paymentOf(context, input, transactionId) : null
  const url = context.payUrl({ id, seller: checkout })
  return {
    path: `${paths.shownCode}/${id}`,
    code: { checkout, url },
    payment,
    isOwn: payment === null || isOwn(session, payment),
    receiptUrl: payment && receiptOf(context, payment),
  }
}

async function paymentOf(
  { database }: WebContext,
  { session }: PortalInput,
  id: TransactionId,
): Promise<TransactionRecord | null> {
  const payment = await findTransaction(database, saleScope(session), id)
  return payment && isShown(session, payment) ? payment : null
}

function receiptOf(
  { verifyUrlBase, receiptCodes }: WebContext,
  { id, status }: TransactionRecord,
): string | null {
  return status === 'succeeded' ? `${verifyUrlBase}/${receiptCodes.encode('verify', id)}` : null
}
