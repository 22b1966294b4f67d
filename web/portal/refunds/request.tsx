import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { type Money, money, parseAmount, toNumber } from '#domain/money/money.ts'
import { requestRefund } from '#use-cases/refunds/request.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { readRefundable } from '#use-cases/refunds/find.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { moneyText } from '#web/design/money.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { formIdField } from '#web/portal/write-form.tsx'
import { fields, RefundForm } from './form.tsx'
import { refundFormPath } from './of-payment.tsx'

const permission = 'refunds.request'

/** A refund is asked for from the page of its payment. The form’s own id is that of the refund. */
export function refundRequestPages(context: WebContext): readonly PageRoute[] {
  const path = refundFormPath(':id')
  return [
    portalPage(context, {
      method: 'GET',
      path,
      permission,
      handler: async (input) => html(await formPage(context, input)),
    }),
    portalWrite(context, {
      path,
      permission,
      read: (input) => readWish(context, input),
      act: ({ amount, transactionId }) => ({
        act: 'refund.request',
        subject: { kind: 'transaction', id: transactionId },
        details: { amount: toNumber(amount), currency: amount.currency },
      }),
      work: (wish, input) => ask(context, wish, input),
      fields: {
        refund_amount_too_large: fields.amount,
        insufficient_balance: fields.amount,
        invalid_amount: fields.amount,
      },
      again: (input, faults) => formPage(context, input, faults),
    }),
  ]
}

interface Wish {
  readonly transactionId: TransactionId
  readonly amount: Money
  readonly reason: string
}

const reasonLengthMax = 255

async function readWish({ database }: WebContext, input: PortalInput): Promise<Wish> {
  const { form, session } = input
  const transactionId = paymentId(input)
  const { currency } = await readRefundable(database, session.place.id, transactionId)
  const amount = parseAmount(amountTextOf(form.text(fields.amount), currency) ?? '', currency)
  const reason = form.text(fields.reason)
  const faults: FieldFault[] = []
  if (!amount.ok) {
    faults.push({
      field: fields.amount,
      message: 'Écrivez un montant en chiffres, plus grand que 0.',
    })
  }
  if (reason === '') {
    faults.push({
      field: fields.reason,
      message: 'Dites en quelques mots pourquoi vous remboursez.',
    })
  }
  if (reason.length > reasonLengthMax) {
    faults.push({ field: fields.reason, message: `Le motif a ${reasonLengthMax} signes au plus.` })
  }
  if (!amount.ok || faults.length > 0) throw new FieldRefusal(faults)
  return { transactionId, amount: amount.value, reason }
}

async function ask(context: WebContext, wish: Wish, { form, session }: PortalInput) {
  const refund = await requestRefund(context.database, context.outbox, {
    ...wish,
    id: asId<RefundId>(form.text(formIdField)),
    serviceEnvId: session.place.id,
    requestedBy: session.person.id,
    approvalAbove: context.staffApprovalAbove,
  })
  const text = `Remboursement de ${moneyText(refund.amount)} demandé. Nos équipes le valident avant l’envoi.`
  return redirect(`${paths.refunds}/${refund.id}`, { flash: { tone: 'ok', text } })
}

async function formPage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { form, session } = input
  const serviceEnvId = session.place.id
  const id = paymentId(input)
  const payment = await findTransaction(database, { serviceEnvId }, id)
  if (payment === undefined) throw fail('transaction_not_found')
  const refundable = await readRefundable(database, serviceEnvId, id)
  const { available } = await readBalance(database, serviceEnvId)
  const typed = { amount: form.text(fields.amount), reason: form.text(fields.reason) }
  return (
    <RefundForm
      portal={session}
      payment={payment}
      refundable={refundable}
      available={money(available, 'XOF')}
      faults={faults}
      {...(input.method === 'POST' && { typed })}
    />
  )
}

function paymentId(input: PortalInput): TransactionId {
  return idParam<TransactionId>(input, 'transaction_not_found')
}
