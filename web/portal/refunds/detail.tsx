import { hasPortalPermission } from '#domain/people/person.ts'
import { isRefundFinal, type RefundStatus } from '#domain/refunds/refund.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { PastDelivery } from '#use-cases/transactions/read-history.ts'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, usePortal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { refundFacts } from '#web/refunds/facts.ts'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { payerText } from '#web/portal/transactions/table.tsx'
import { AskedWrite } from '#web/portal/write-form.tsx'
import { failureMessage } from '#domain/errors/errors.ts'
import { operatorName } from '#domain/operators/names.ts'
import type { Tone } from '#web/design/tone.ts'
import type { Money } from '#domain/money/money.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { Badge } from '#web/design/badge.tsx'
import type { Language } from '#domain/text/language.ts'
import { Decision } from './decision.tsx'
import { refundWords, useRefundWords } from './words.tsx'

interface RefundPageProps {
  readonly refund: RefundRecord
  readonly payment: TransactionRecord
  /** The merchant's person who requested it; null for the service. */
  readonly askedBy: string | null
  readonly deliveries: readonly PastDelivery[]
  readonly faults?: readonly FieldFault[]
}

const stateId = 'etat'

/** One refund: its state and history, which refresh while they change, and the button to cancel it while possible. */
export function RefundPage(props: RefundPageProps) {
  const { refund, payment } = props
  const { now } = useScope()
  const words = useRefundWords().page
  const payer = payerText(payment)
  const isLive = !isRefundFinal(refund.status) && mayRefresh(refund.createdAt, now)
  return (
    <PortalFrame title={words.title} isLive={isLive}>
      <p>
        <a href={paths.refunds}>{words.all}</a>
      </p>
      <h1>{payer === '—' ? words.title : words.heading(payer)}</h1>
      <div
        id={stateId}
        class="grid start"
        {...(isLive && refreshing(`${paths.refunds}/${refund.id}`, stateId))}
      >
        <State {...props} />
        <Known {...props} />
      </div>
      <Decision refund={refund} />
      <Cancel {...props} />
    </PortalFrame>
  )
}

function State({ refund, askedBy, deliveries }: RefundPageProps) {
  const { language } = useScope()
  const words = useRefundWords().page
  return (
    <div class="card stack">
      <div class="row spread">
        <p>
          <Amount of={refund.amount} isHero />
        </p>
        <RefundBadge status={refund.status} />
      </div>
      <h2>{words.course}</h2>
      <Timeline happenings={refundHappenings(refund, askedBy, language)} />
      <Deliveries deliveries={deliveries} deliveriesPath={paths.deliveries} />
    </div>
  )
}

function Known({ refund, payment }: RefundPageProps) {
  const { language } = useScope()
  const words = useRefundWords().page
  return (
    <div class="stack">
      <div class="card stack">
        <h2>{words.amounts}</h2>
        <Facts
          facts={[
            { label: words.paid, value: <Amount of={payment.amountCharged} /> },
            { label: words.refundedInAll, value: <Amount of={payment.refunded} /> },
            { label: words.thisRefund, value: <Amount of={refund.amount} />, isTotal: true },
          ]}
        />
      </div>
      <div class="card stack">
        <h2>{words.request}</h2>
        <Facts
          facts={[
            {
              label: words.payment,
              value: (
                <a href={`${paths.transactions}/${payment.id}`}>
                  {payment.reference === payment.id ? (
                    <Amount of={payment.display.amount} />
                  ) : (
                    payment.reference
                  )}
                </a>
              ),
            },
            { label: words.payer, value: payerText(payment) },
            ...refundFacts(refund, language),
            { label: words.id, value: <code>{refund.id}</code> },
          ]}
        />
        <CopyButton text={refund.id}>{words.copyId}</CopyButton>
      </div>
    </div>
  )
}

/** Outside the part that refreshes, so that nothing typed is lost. */
function Cancel({ refund, faults = [] }: RefundPageProps) {
  const portal = usePortal()
  const words = useRefundWords().cancel
  const isTheirs = refund.origin === 'merchant' && refund.status === 'pending'
  const mayCancel = isTheirs && mayAskRefunds(portal)
  if (!mayCancel && faults.length === 0) return null
  return (
    <AskedWrite
      ask={words.title}
      action={cancelRefundPath(refund.id)}
      faults={faults}
      button={words.button}
    >
      {words.text}
    </AskedWrite>
  )
}

/** Where a refund is cancelled. */
export function cancelRefundPath(id: string): string {
  return `${paths.refunds}/${id}/annulation`
}

/** What happened to a refund, as recorded, and what is awaited now. */
function refundHappenings(
  refund: RefundRecord,
  askedBy: string | null,
  language: Language,
): Happening[] {
  const { course } = refundWords[language]
  const detail = askedBy === null ? undefined : course.by(askedBy)
  return [
    { tone: 'ok', title: course.asked, at: refund.createdAt, ...(detail && { detail }) },
    ...approvals(refund, language),
    standing(refund, language),
  ]
}

function approvals(
  { approvalsNeeded, approvedBy, secondApprovedBy, approvedInSandbox }: RefundRecord,
  language: Language,
): Happening[] {
  const { course } = refundWords[language]
  if (approvedInSandbox) return [{ tone: 'ok', title: course.approvedInTest }]
  const given = [approvedBy, secondApprovedBy].filter((id) => id !== null).length
  if (given === 0) return []
  const title =
    approvalsNeeded === 1 ? course.approved : course.approvedInPart(given, approvalsNeeded)
  return [{ tone: given < approvalsNeeded ? 'wait' : 'ok', title }]
}

function standing(refund: RefundRecord, language: Language): Happening {
  const { course, ends } = refundWords[language]
  const { status, completedAt, failureCode, origin, mode } = refund
  if (!isRefundFinal(status)) return { tone: 'wait', ...awaited(refund, language) }
  // In test mode the merchant decides as well as staff.
  const titles = mode === 'live' ? ends : { ...ends, rejected: course.rejectedInTest }
  const why = failureCode === null ? '' : `${failureMessage(failureCode, language)} `
  // Money refunded by the service itself was never the merchant's.
  const back = origin === 'merchant' ? course.returned : ''
  const detail = status === 'succeeded' ? '' : why + back
  return {
    tone: tones[status],
    title: titles[status],
    ...(completedAt && { at: completedAt }),
    ...(detail && { detail }),
  }
}

function awaited(
  { status, provider, approvalsNeeded, attentionAt }: RefundRecord,
  language: Language,
) {
  const { course } = refundWords[language]
  if (status === 'pending') {
    return { title: course.toApprove, ...(approvalsNeeded > 1 && { detail: course.byTwo }) }
  }
  const title = course.operator(operatorName(provider, language))
  return attentionAt === null ? { title } : { title, detail: course.late }
}

/** True if this person may refund a payment with this amount left to refund. */
export function mayRefund(portal: Portal, refundable: Money): boolean {
  return refundable.minor > 0n && mayAskRefunds(portal)
}

function mayAskRefunds({ person, place }: Portal): boolean {
  return hasPortalPermission(person, 'refunds.request', place.mode)
}

interface RefundsOfPaymentProps {
  /** Newest first. */
  readonly refunds: readonly RefundRecord[]
  /** The amount left to refund. */
  readonly refundable: Money
}

/** The refunds of a payment, and the amount left to refund. */
export function RefundsOfPayment({ refunds, refundable }: RefundsOfPaymentProps) {
  const { language } = useScope()
  const words = useRefundWords().list
  if (refunds.length === 0) return null
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <p class="soft">{words.left(<Amount of={refundable} />)}</p>
      <Table
        caption={words.ofPayment}
        columns={columnsIn(language)}
        rows={refunds}
        keyOf={({ id }) => id}
      />
    </section>
  )
}

/** Where a refund of this payment is requested. */
export function refundFormPath(paymentId: string): string {
  return `${paths.transactions}/${paymentId}/remboursement`
}

function columnsIn(language: Language): readonly Column<RefundRecord>[] {
  const words = refundWords[language].list
  return [
    {
      title: words.asked,
      cell: ({ id, createdAt }) => (
        <a href={`${paths.refunds}/${id}`}>
          <Time at={createdAt} />
        </a>
      ),
    },
    { title: words.status, cell: ({ status }) => <RefundBadge status={status} /> },
    { title: words.amount, isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

const tones: Readonly<Record<RefundStatus, Tone>> = {
  pending: 'wait',
  approved: 'wait',
  processing: 'wait',
  succeeded: 'ok',
  rejected: 'bad',
  failed: 'bad',
  cancelled: 'still',
}

/** The status of a refund as its badge says it. */
export function refundStatusWord(
  status: RefundStatus,
  language: Language,
): readonly [tone: Tone, label: string] {
  return [tones[status], refundWords[language].statuses[status]]
}

export function RefundBadge({ status }: Pick<RefundRecord, 'status'>) {
  const [tone, label] = refundStatusWord(status, useScope().language)
  return <Badge tone={tone}>{label}</Badge>
}
