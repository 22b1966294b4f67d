import { hasPortalPermission } from '#domain/people/person.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  mayCancelTransfer,
  type TransferActKind,
  type TransferState,
} from '#domain/transfers/transfer.ts'
import type { SandboxDecision } from '#use-cases/sandbox/list-decisions.ts'
import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import type { PayoutOrigin } from '#use-cases/payouts/origin.ts'
import type { DoneAct } from '#use-cases/transfers/find.ts'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { useAccountWords } from '#web/portal/authorized-accounts/words.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { DecisionCard } from '#web/portal/sandbox/pages.tsx'
import { AskedWrite } from '#web/portal/write-form.tsx'
import { failureMessage } from '#domain/errors/errors.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { Tone } from '#web/design/tone.ts'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { Badge, StatusBadge } from '#web/design/badge.tsx'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import { Arrival, type TransferHelp } from './arrival.tsx'
import { Asked } from './asked.tsx'
import type { PayoutWords } from './french.tsx'
import { payoutWords, usePayoutWords } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

interface PayoutPageProps {
  readonly payout: TransactionRecord
  readonly history: TransactionHistory
  /** What the merchant calls the account that was paid. */
  readonly ownName: string | undefined
  /** Who asked for it; null if that is not recorded. */
  readonly origin: PayoutOrigin | null
  /** Actions on a bank transfer. */
  readonly acts: readonly DoneAct[]
  readonly help: TransferHelp
  /** In test mode, while somebody has to decide how it ends. */
  readonly decision: SandboxDecision | null
  readonly faults?: readonly FieldFault[]
}

const stateId = 'etat'

/** One payout: its state and history, which refresh while they change, and the button to cancel it while possible. */
export function PayoutPage(props: PayoutPageProps) {
  const { payout } = props
  const isLive = payout.status === 'pending' && mayRefresh(payout.createdAt, useScope().now)
  const { list, detail } = usePayoutWords()
  const title = payout.transfer ? detail.transfer : detail.payout
  return (
    <PortalFrame title={title} isLive={isLive}>
      <p>
        <a href={paths.payouts}>{list.all}</a>
      </p>
      <h1>{title}</h1>
      {props.decision && <DecisionCard decision={props.decision} />}
      <div
        id={stateId}
        class="grid start"
        {...(isLive && refreshing(`${paths.payouts}/${payout.id}`, stateId))}
      >
        <State {...props} />
        <Known {...props} />
      </div>
      <Cancel {...props} />
    </PortalFrame>
  )
}

function State({ payout, history, acts, help }: PayoutPageProps) {
  const { language } = useScope()
  return (
    <div class="card stack">
      <div class="row spread">
        <p>
          <Amount of={payout.net} isHero />
        </p>
        <PayoutBadge payout={payout} />
      </div>
      <h2>{payoutWords[language].detail.history}</h2>
      <Timeline happenings={payoutHappenings({ payout, history, acts }, language)} />
      <Arrival {...{ payout, acts, help }} />
      <Deliveries deliveries={history.deliveries} deliveriesPath={paths.deliveries} />
    </div>
  )
}

function Known(shown: PayoutPageProps) {
  const { payout } = shown
  const { net, fees, amountCharged } = payout
  const { detail: words } = usePayoutWords()
  const isReturned = payout.status !== 'pending' && payout.status !== 'succeeded'
  return (
    <div class="stack">
      <div class="card stack">
        <h2>{words.amounts}</h2>
        <Facts
          facts={[
            { label: words.amount, value: <Amount of={net} /> },
            { label: words.fees, value: <Amount of={fees.amount} /> },
            {
              label: isReturned ? words.returned : words.debited,
              value: <Amount of={amountCharged} />,
              isTotal: true,
            },
          ]}
        />
      </div>
      <Recipient {...shown} />
      <Asked payout={payout} origin={shown.origin} />
    </div>
  )
}

function Recipient({ payout, ownName }: PayoutPageProps) {
  const { detail: words } = usePayoutWords()
  const { name: accountWords } = useAccountWords()
  return (
    <div class="card stack">
      <h2>{words.recipient}</h2>
      <Facts
        facts={[
          { label: accountWords.label, value: ownName },
          { label: words.name, value: payout.customer.name },
          { label: words.through, value: providerName(payout.provider) },
          { label: payout.transfer ? words.account : words.phone, value: destinationText(payout) },
        ]}
      />
    </div>
  )
}

/** Outside the part that refreshes, so that nothing typed is lost. */
function Cancel({ payout, faults = [] }: PayoutPageProps) {
  const portal = usePortal()
  const { cancel: words } = usePayoutWords()
  const isOpen = payout.transfer != null && mayCancelTransfer(payout.transfer.state)
  const mayCancel = isOpen && hasPortalPermission(portal.person, 'payouts.request')
  if (!mayCancel && faults.length === 0) return null
  return (
    <AskedWrite
      ask={words.ask}
      action={cancelPayoutPath(payout.id)}
      faults={faults}
      button={words.button}
    >
      {words.text}
    </AskedWrite>
  )
}

/** Where a bank transfer is cancelled. */
export function cancelPayoutPath(id: string): string {
  return `${paths.payouts}/${id}/annulation`
}

/** What happened to a payout, as recorded, and what is awaited now. */
function payoutHappenings(
  { payout, history, acts }: Pick<PayoutPageProps, 'payout' | 'history' | 'acts'>,
  language: Language,
): Happening[] {
  const { happenings: words } = payoutWords[language]
  return [
    { tone: 'ok', title: words.requested, at: payout.createdAt },
    ...(payout.transfer
      ? transferHappenings(payout, acts, words)
      : operatorHappenings(payout, history, words)),
    ...endHappening(payout, language),
  ]
}

type HappeningWords = PayoutWords['happenings']

/** Without the last action, which the payout's own end already shows. */
function transferHappenings(
  { transfer }: TransactionRecord,
  acts: readonly DoneAct[],
  words: HappeningWords,
): Happening[] {
  const actTitles: Partial<Record<TransferActKind, string>> = {
    take: words.taken,
    approve: words.approved,
  }
  const awaitedTitles: Partial<Record<TransferState, string>> = {
    to_process: words.toBeTaken,
    in_progress: words.toBeMade,
  }
  const done = acts.flatMap(({ kind, at }): Happening[] => {
    const title = actTitles[kind]
    return title === undefined ? [] : [{ tone: 'ok', title, at }]
  })
  const awaited = transfer && awaitedTitles[transfer.state]
  return awaited ? [...done, { tone: 'wait', title: awaited }] : done
}

function operatorHappenings(
  { provider, status }: TransactionRecord,
  { operatorState }: TransactionHistory,
  words: HappeningWords,
): Happening[] {
  const name = providerName(provider)
  const isSent = operatorState !== 'unsent'
  const sent: Happening = { tone: 'ok', title: words.sentTo(name) }
  if (status !== 'pending') return isSent ? [sent] : []
  if (isSent) return [sent, { tone: 'wait', title: words.answerAwaited(name) }]
  return [{ tone: 'wait', title: words.onItsWay(name) }]
}

const endTones: Readonly<Record<FinalStatus, Tone>> = {
  succeeded: 'ok',
  failed: 'bad',
  expired: 'still',
  cancelled: 'still',
}

function endHappening(payout: TransactionRecord, language: Language): Happening[] {
  const { status, completedAt } = payout
  if (status === 'pending') return []
  const { happenings, ends } = payoutWords[language]
  const isMade = status === 'succeeded' && payout.transfer
  const detail = endDetail(payout, language)
  return [
    {
      tone: endTones[status],
      title: isMade ? happenings.transferMade : ends[status],
      ...(completedAt && { at: completedAt }),
      ...(detail && { detail }),
    },
  ]
}

function endDetail(
  { status, transfer, failureCode }: TransactionRecord,
  language: Language,
): string | undefined {
  const { happenings: words } = payoutWords[language]
  if (status === 'succeeded') return transfer ? transferDetail(transfer, words) : undefined
  return failureCode === null ? words.returned : failureMessage(failureCode, language)
}

function transferDetail(
  { bankReference, transferOn }: NonNullable<TransactionRecord['transfer']>,
  words: HappeningWords,
): string | undefined {
  const day = transferOn?.split('-').toReversed().join('/')
  if (day && bankReference) return words.datedWithReference(day, bankReference)
  if (day) return words.dated(day)
  return bankReference ? words.withReference(bankReference) : undefined
}

const transferTones: Readonly<Record<TransferState, Tone>> = {
  to_process: 'wait',
  in_progress: 'wait',
  transferred: 'ok',
  rejected: 'bad',
  cancelled: 'still',
}

export function PayoutBadge({ payout }: { readonly payout: TransactionRecord }) {
  const words = usePayoutWords()
  if (!payout.transfer) return <StatusBadge status={payout.status} />
  const { state } = payout.transfer
  return <Badge tone={transferTones[state]}>{words.transferStates[state]}</Badge>
}

/** The number or account that is paid; bank accounts are masked. */
function destinationText({ transfer, customer }: TransactionRecord): string {
  if (transfer) return transfer.accountMasked
  return customer.phone === null ? '—' : groupedPhone(customer.phone)
}
