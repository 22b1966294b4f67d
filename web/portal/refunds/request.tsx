import { refundEffect } from '#domain/refunds/effect.ts'
import { refundReasonLengthMax } from '#domain/refunds/refund.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { type Money, money, parseAmount, toDecimalText, toNumber } from '#domain/money/money.ts'
import { requestRefund } from '#use-cases/refunds/request.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import { readRefundable } from '#use-cases/refunds/find.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { doneAt, html, part } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { amountTextOf } from '#web/payer/typed.ts'
import { useAsTyped } from '#web/portal/as-typed.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { formIdField, WriteForm } from '#web/portal/write-form.tsx'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import { Notice } from '#web/design/notice.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { payerText } from '#web/portal/transactions/table.tsx'
import { useScope } from '#web/design/scope.ts'
import { unitText } from '#domain/text/text.ts'
import { refundFormPath } from './detail.tsx'
import { refundWords, useRefundWords } from './words.tsx'

const permission = 'refunds.request'

/** Refunds are requested from the page of the payment. The form's id becomes the refund's id. */
export function refundRequestPages(context: WebContext): readonly PageRoute[] {
  const path = refundFormPath(':id')
  return [
    portalReads(context, permission)(path, async (input) => html(await formPage(context, input))),
    portalPage(context, {
      method: 'POST',
      path: path + effectBelow,
      permission,
      handler: async (input) => part(<Effect {...await formProps(context, input)} />),
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

async function readWish({ database }: WebContext, input: PortalInput): Promise<Wish> {
  const { form, session, language } = input
  const words = refundWords[language].faults
  const transactionId = paymentId(input)
  const { currency } = await readRefundable(database, session.place.id, transactionId)
  const amount = parseAmount(amountTextOf(form.text(fields.amount), currency) ?? '', currency)
  const reason = form.text(fields.reason)
  const faults: FieldFault[] = []
  if (!amount.ok) {
    faults.push({ field: fields.amount, message: words.amount })
  }
  if (reason === '') {
    faults.push({ field: fields.reason, message: words.missingReason })
  }
  if (reason.length > refundReasonLengthMax) {
    faults.push({ field: fields.reason, message: words.longReason(refundReasonLengthMax) })
  }
  if (!amount.ok || faults.length > 0) throw new FieldRefusal(faults)
  return { transactionId, amount: amount.value, reason }
}

async function ask(context: WebContext, wish: Wish, { form, session, language }: PortalInput) {
  const refund = await requestRefund(context.database, context.outbox, {
    ...wish,
    id: asId<RefundId>(form.text(formIdField)),
    serviceEnvId: session.place.id,
    requestedBy: session.person,
    approvalAbove: context.staffApprovalAbove,
  })
  const text = refundWords[language].request.done(moneyText(refund.amount, language))
  return doneAt(`${paths.refunds}/${refund.id}`, text)
}

async function formPage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const isSent = input.method === 'POST'
  const { form } = input
  const typed = { amount: form.text(fields.amount), reason: form.text(fields.reason) }
  const props = await formProps(context, input)
  return <RefundForm {...props} faults={faults} {...(isSent && { typed })} />
}

async function formProps({ database }: WebContext, input: PortalInput): Promise<RefundFormProps> {
  const { form, session } = input
  const serviceEnvId = session.place.id
  const id = paymentId(input)
  const payment = await findTransaction(database, { serviceEnvId }, id)
  if (payment === undefined) throw fail('transaction_not_found')
  const refundable = await readRefundable(database, serviceEnvId, id)
  const { available } = await readBalance(database, serviceEnvId)
  return {
    payment,
    refundable,
    available: money(available, 'XOF'),
    amount: amountOr(refundable, form.text(fields.amount)),
  }
}

/** The typed amount if it can be refunded; otherwise everything left. */
function amountOr(refundable: Money, text: string): Money {
  const { currency, minor } = refundable
  const typed = parseAmount(amountTextOf(text, currency) ?? '', currency)
  return typed.ok && typed.value.minor <= minor ? typed.value : refundable
}

function paymentId(input: PortalInput): TransactionId {
  return idParam<TransactionId>(input, 'transaction_not_found')
}

/** Names of the fields. */
const fields = { amount: 'montant', reason: 'motif' } as const

interface RefundFormProps {
  readonly payment: TransactionRecord
  readonly refundable: Money
  readonly available: Money
  /** The amount whose effect is shown. */
  readonly amount: Money
  readonly typed?: { readonly amount: string; readonly reason: string }
  readonly faults?: readonly FieldFault[]
}

/** Form for a refund: preset to the whole amount, which may be lowered. */
function RefundForm(props: RefundFormProps) {
  const words = useRefundWords().request
  const { payment, refundable } = props
  return (
    <PortalFrame title={words.title} isLive>
      <p>
        <a href={`${paths.transactions}/${payment.id}`}>{words.back}</a>
      </p>
      <h1>{words.heading(payerText(payment))}</h1>
      {refundable.minor === 0n ? <NothingLeft /> : <Asking {...props} />}
    </PortalFrame>
  )
}

function NothingLeft() {
  const words = useRefundWords().request
  return (
    <Notice tone="info" title={words.nothingLeft}>
      {words.nothingLeftText}
    </Notice>
  )
}

function Asking(props: RefundFormProps) {
  const { language } = useScope()
  const words = useRefundWords().request
  const { payment, refundable, typed, faults = [] } = props
  return (
    <div class="grid start">
      <div class="card stack">
        <WriteForm action={refundFormPath(payment.id)} faults={faults} button={words.button}>
          <TextField
            name={fields.amount}
            label={words.amount}
            hint={words.amountHint(moneyText(refundable, language))}
            inputMode="decimal"
            unit={unitText(refundable.currency, language)}
            value={typed?.amount ?? toDecimalText(refundable)}
            error={errorAt(faults, fields.amount)}
            maxLength={24}
          />
          <LinesField
            name={fields.reason}
            label={words.reason}
            hint={words.reasonHint}
            value={typed?.reason ?? ''}
            error={errorAt(faults, fields.reason)}
            maxLength={refundReasonLengthMax}
          />
        </WriteForm>
      </div>
      <Effect {...props} />
    </div>
  )
}

const effectId = 'effet'
/** What the path of the form adds to answer with the effect of an amount. */
const effectBelow = '/effet'

/** Who gets what, and who pays the fees, for the amount as typed. */
function Effect({ payment, refundable, available, amount }: RefundFormProps) {
  const words = useRefundWords().effect
  const field = `[name=${fields.amount}]`
  const following = useAsTyped({
    to: refundFormPath(payment.id) + effectBelow,
    part: effectId,
    fields: [field],
    event: 'input changed',
    from: field,
  })
  const { payerReceives, feesBorne } = refundEffect({ ...payment, amount, refundable })
  const isFromBalance = payment.fundsStatus === 'available'
  const after = money(available.minor - amount.minor, available.currency)
  return (
    <div id={effectId} class="card stack" {...following}>
      <h2>{words.title}</h2>
      <Facts
        facts={[
          { label: words.paid, value: <Amount of={payment.amountCharged} /> },
          { label: words.receives, value: <Amount of={payerReceives} /> },
          {
            label: words.balanceFalls,
            value: <Amount of={payerReceives} />,
            isTotal: true,
          },
          {
            label: words.fees,
            value: feesBorne.minor > 0n ? <Amount of={feesBorne} /> : null,
          },
          { label: words.available, value: <Amount of={available} /> },
          { label: words.after, value: isFromBalance ? <Amount of={after} /> : null },
        ]}
      />
      <p class="soft small">
        {!isFromBalance && `${words.notAvailable} `}
        {words.text}
      </p>
    </div>
  )
}
