import type { ComponentChild } from 'preact'
import { isFinal, type Mode } from '#domain/transactions/transaction.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import { receiptParts } from '#use-cases/receipts/parts.ts'
import type { WebContext } from '#web/context.ts'
import { type PageStream, stream } from '#web/http/answer.ts'
import { type PageRequest, publicPage } from '#web/http/route.ts'
import type { StreamSlots } from '#web/http/stream-slots.ts'
import { groupedMaskedPhone } from '#domain/transactions/mask.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { More } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { TimeLeft } from '#web/design/progress.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { payerHtml } from './answer.ts'
import { followPath, type Payment, paymentAt, payPath } from './find.ts'
import { unknownPage } from './open.tsx'
import { Paid } from './paid.tsx'
import { PayerFrame } from './payer-frame.tsx'
import { BackUnpaid } from './shop-return.tsx'
import { Contact } from './closed-page.tsx'
import { failureTelling } from './failures.ts'

/** Where no script runs, the page is loaded again so often. */
const refreshSeconds = 5

/** A payment under way, then what became of it. Its address tells nothing of its payer, and can be kept. */
export function followPage(context: WebContext, mode: Mode) {
  return publicPage({
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
          title={titleOf(payment)}
          payable={payable}
          merchant={merchant}
          refreshSeconds={isPending ? refreshSeconds : undefined}
        >
          <div id="suivi" class="stack" aria-live="polite">
            {await followed(context, payment)}
          </div>
        </PayerFrame>,
      )
    },
  })
}

/** The same as it changes, for the script of the page. */
export function followStream(context: WebContext, mode: Mode, slots: StreamSlots) {
  return publicPage({
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

/** Less than what mobile networks and proxies take for a dead line. */
const beatMs = 15_000
/** A browser whose stream ends here comes back for another. */
const beatsMax = 40

/** Waits without a connection of the database; says what became of the payment, and ends. */
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

/** What stands in the page now; the script reads from it whether to go on. */
async function followed(context: WebContext, payment: Payment): Promise<ComponentChild> {
  const { transaction } = payment
  const { status } = transaction
  const events = isFinal(status) ? undefined : `${followPath(payment)}/suite`
  return (
    <div class="stack" data-state={status} data-title={titleOf(payment)} data-events={events}>
      {await content(context, payment)}
    </div>
  )
}

async function content(context: WebContext, payment: Payment): Promise<ComponentChild> {
  const { transaction, token } = payment
  if (transaction.status === 'pending') return <Waiting transaction={transaction} />
  if (transaction.status === 'succeeded') {
    const receipt = await receiptParts(context, transaction, { reader: 'none', token })
    return <Paid payment={payment} receipt={receipt} />
  }
  const merchant = await readReceiptMerchant(context.database, transaction.serviceEnvId)
  return <Failed payment={payment} merchant={merchant} />
}

function titleOf({ transaction }: Payment): string {
  const { status } = transaction
  if (status === 'pending') return waitingTitle(transaction)
  return status === 'succeeded' ? 'C’est payé' : 'Paiement non abouti'
}

/** What to do now, and how long it may take. */
function Waiting({ transaction }: { readonly transaction: TransactionRecord }) {
  const { amountCharged } = transaction
  const isCard = transaction.paymentMethod.type === 'card'
  return (
    <div class="card stack waiting">
      <Verdict tone="wait" icon={isCard ? 'card' : 'phone'} title={waitingTitle(transaction)}>
        <p>
          <Amount of={amountCharged} isHero />
        </p>
      </Verdict>
      {isCard ? <AtTheBank {...transaction} /> : <OnThePhone transaction={transaction} />}
    </div>
  )
}

/** What the payer has to do. */
function waitingTitle({
  paymentMethod,
  nextActionUrl,
}: Pick<TransactionRecord, 'paymentMethod' | 'nextActionUrl'>): string {
  if (paymentMethod.type !== 'card') return 'Validez sur votre téléphone'
  return nextActionUrl === null ? 'Paiement en cours' : 'Validez auprès de votre banque'
}

/** The bank's page opens beside this one, which tells how it ended. */
function AtTheBank({ nextActionUrl }: Pick<TransactionRecord, 'nextActionUrl'>) {
  if (nextActionUrl === null) {
    return <p class="soft center">Votre banque répond en quelques secondes.</p>
  }
  return (
    <>
      <ButtonLink href={nextActionUrl} isFull isElsewhere iconAfter="right">
        Ouvrir la page de ma banque
      </ButtonLink>
      <p class="soft center">
        Validez-y le paiement, puis revenez ici{'\u00A0'}: cette page vous dit aussitôt si c’est
        payé.
      </p>
    </>
  )
}

function OnThePhone({ transaction }: { readonly transaction: TransactionRecord }) {
  const { customer, provider, mode } = transaction
  const operator = operatorOf(provider)
  return (
    <>
      <ol class="steps">
        <li>
          Une demande {operator?.name} arrive sur le{' '}
          <span class="num">{customer.phone && groupedMaskedPhone(customer.phone)}</span>.
        </li>
        <li>{operator?.approvalInstructions}</li>
        <li>Cette page vous dit aussitôt si c’est payé.</li>
      </ol>
      <TimeLeft from={transaction.createdAt} until={transaction.expiresAt} />
      {mode === 'sandbox' && (
        <p class="soft small">
          Mode test{'\u00A0'}: aucune demande n’arrive, le résultat vient tout seul.
        </p>
      )}
      <More title={`Vous n’avez rien reçu\u00A0?`}>
        <ul class="points soft">
          <li>Vérifiez que ce téléphone est allumé et qu’il capte le réseau.</li>
          <li>
            Ouvrez le menu Mobile Money de votre opérateur{'\u00A0'}: la demande peut y attendre.
          </li>
          <li>
            Le numéro n’est pas le bon{'\u00A0'}? Ne validez rien{'\u00A0'}: la demande s’annule
            d’elle-même à la fin du délai.
          </li>
        </ul>
      </More>
    </>
  )
}

/** Why it was not paid, and how to try again where that is still possible. */
function Failed({
  payment: { payable, transaction },
  merchant,
}: {
  readonly payment: Payment
  readonly merchant: ReceiptMerchant
}) {
  const { title, text } = failureTelling(transaction)
  // What was just given back may still be held for a moment.
  const mayRetry = payable.status === 'active' || payable.status === 'in_progress'
  return (
    <>
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title={title}>
          <p>
            <Amount of={transaction.amountCharged} />
          </p>
          <p class="soft">{text}</p>
        </Verdict>
        {mayRetry ? (
          <ButtonLink href={payPath(payable)} isFull>
            Réessayer
          </ButtonLink>
        ) : (
          <p class="soft center">Il n’est plus possible de payer ici.</p>
        )}
      </div>
      <BackUnpaid payable={payable} />
      <Contact merchant={merchant} />
    </>
  )
}
