import { hasPortalPermission } from '#domain/people/person.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { mayCancelTransfer } from '#domain/transfers/transfer.ts'
import type { SandboxDecision } from '#use-cases/sandbox/list-decisions.ts'
import type { TransactionHistory } from '#use-cases/transactions/read-history.ts'
import type { DoneAct } from '#use-cases/transfers/find.ts'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { type Happening, Timeline } from '#web/design/timeline.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { DecisionCard } from '#web/portal/sandbox/pages.tsx'
import { AskedWrite } from '#web/portal/write-form.tsx'
import type { TransferActKind, TransferState } from '#domain/transfers/transfer.ts'
import { failureMessage } from '#domain/errors/errors.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import type { Tone } from '#web/design/tone.ts'
import { Deliveries } from '#web/transactions/deliveries.tsx'
import { Badge, StatusBadge } from '#web/design/badge.tsx'
import { banks, operatorOf } from '#domain/operators/operators.ts'
import { groupedPhone } from '#domain/phone/phone.ts'

interface PayoutPageProps {
  readonly portal: Portal
  readonly payout: TransactionRecord
  readonly history: TransactionHistory
  /** Actions on a bank transfer. */
  readonly acts: readonly DoneAct[]
  /** In test mode, while somebody has to decide how it ends. */
  readonly decision: SandboxDecision | null
  readonly faults?: readonly FieldFault[]
}

const stateId = 'etat'

/** One payout: its state and history, which refresh while they change, and the way to cancel it while possible. */
export function PayoutPage(props: PayoutPageProps) {
  const { portal, payout } = props
  const isLive = payout.status === 'pending' && mayRefresh(payout.createdAt, useScope().now)
  const title = payout.transfer ? 'Virement' : 'Retrait'
  return (
    <PortalFrame portal={portal} title={title} isLive={isLive}>
      <p>
        <a href={paths.payouts}>Tous les retraits</a>
      </p>
      <h1>{title}</h1>
      {props.decision && <DecisionCard portal={portal} decision={props.decision} />}
      <div
        id={stateId}
        class="grid start"
        {...(isLive && refreshing(`${paths.payouts}/${payout.id}`, stateId))}
      >
        <State {...props} />
        <Known payout={payout} />
      </div>
      <Cancel {...props} />
    </PortalFrame>
  )
}

function State({ payout, history, acts }: PayoutPageProps) {
  return (
    <div class="card stack">
      <div class="row spread">
        <p>
          <Amount of={payout.net} isHero />
        </p>
        <PayoutBadge payout={payout} />
      </div>
      <h2>Déroulement</h2>
      <Timeline happenings={payoutHappenings(payout, history, acts)} />
      <Deliveries deliveries={history.deliveries} deliveriesPath={paths.deliveries} />
    </div>
  )
}

function Known({ payout }: Pick<PayoutPageProps, 'payout'>) {
  const { net, fees, amountCharged, customer, transfer, completedAt } = payout
  const isReturned = payout.status !== 'pending' && payout.status !== 'succeeded'
  return (
    <div class="stack">
      <div class="card stack">
        <h2>Montants</h2>
        <Facts
          facts={[
            { label: 'Montant', value: <Amount of={net} /> },
            { label: 'Frais', value: <Amount of={fees.amount} /> },
            {
              label: isReturned ? 'Revenu sur votre solde' : 'Pris sur votre solde',
              value: <Amount of={amountCharged} />,
              isTotal: true,
            },
          ]}
        />
      </div>
      <div class="card stack">
        <h2>Bénéficiaire</h2>
        <Facts
          facts={[
            { label: 'Nom', value: customer.name },
            { label: 'Par', value: providerName(payout.provider) },
            { label: transfer ? 'Compte' : 'Numéro', value: destinationText(payout) },
          ]}
        />
      </div>
      <div class="card stack">
        <h2>Demande</h2>
        <Facts
          facts={[
            { label: 'Référence', value: payout.reference },
            { label: 'Libellé', value: payout.description },
            {
              label: transfer ? 'Référence de la banque' : 'Référence chez l’opérateur',
              value: transfer?.bankReference ?? payout.providerReference,
            },
            { label: 'Demandé', value: <ExactTime at={payout.createdAt} /> },
            { label: 'Terminé', value: completedAt && <ExactTime at={completedAt} /> },
          ]}
        />
        <CopyButton text={payout.id}>Copier l’identifiant</CopyButton>
      </div>
    </div>
  )
}

/** Outside the part that refreshes, so that nothing typed is lost. */
function Cancel({ portal, payout, faults = [] }: PayoutPageProps) {
  const isOpen = payout.transfer != null && mayCancelTransfer(payout.transfer.state)
  const mayCancel = isOpen && hasPortalPermission(portal.person, 'payouts.request')
  if (!mayCancel && faults.length === 0) return null
  return (
    <AskedWrite
      ask="Annuler ce virement"
      portal={portal}
      action={cancelPayoutPath(payout.id)}
      faults={faults}
      button="Annuler le virement"
    >
      Tant que nos équipes ne l’ont pas pris en charge, il s’annule et son montant revient sur votre
      solde, frais compris.
    </AskedWrite>
  )
}

/** Where a bank transfer is cancelled. */
export function cancelPayoutPath(id: string): string {
  return `${paths.payouts}/${id}/annulation`
}

/** What happened to a payout, as recorded, and what is awaited now. */
function payoutHappenings(
  payout: TransactionRecord,
  history: TransactionHistory,
  acts: readonly DoneAct[],
): Happening[] {
  return [
    { tone: 'ok', title: 'Retrait demandé, montant et frais réservés', at: payout.createdAt },
    ...(payout.transfer ? transferHappenings(payout, acts) : operatorHappenings(payout, history)),
    ...endHappening(payout),
  ]
}

const actTitles: Partial<Record<TransferActKind, string>> = {
  take: 'Pris en charge par nos équipes',
  approve: 'Approuvé par une seconde personne',
}

/** Without the last action, which the payout's own end already shows. */
function transferHappenings(
  { transfer }: TransactionRecord,
  acts: readonly DoneAct[],
): Happening[] {
  const done = acts.flatMap(({ kind, at }): Happening[] => {
    const title = actTitles[kind]
    return title === undefined ? [] : [{ tone: 'ok', title, at }]
  })
  const awaited = transfer && awaitedTitles[transfer.state]
  return awaited ? [...done, { tone: 'wait', title: awaited }] : done
}

const awaitedTitles: Readonly<Record<string, string | undefined>> = {
  to_process: 'Nos équipes vont le prendre en charge',
  in_progress: 'Virement à faire à la banque',
}

function operatorHappenings(
  { provider, status }: TransactionRecord,
  { operatorState }: TransactionHistory,
): Happening[] {
  const name = providerName(provider)
  const isSent = operatorState !== 'unsent'
  const sent: Happening = { tone: 'ok', title: `Ordre envoyé à ${name}` }
  if (status !== 'pending') return isSent ? [sent] : []
  if (isSent) return [sent, { tone: 'wait', title: `Réponse de ${name} attendue` }]
  return [{ tone: 'wait', title: `Ordre en route vers ${name}` }]
}

const ends = {
  succeeded: ['ok', 'Argent reçu'],
  failed: ['bad', 'Retrait échoué'],
  expired: ['still', 'Retrait expiré'],
  cancelled: ['still', 'Retrait annulé'],
} as const satisfies Readonly<Record<FinalStatus, readonly [Tone, string]>>

function endHappening(payout: TransactionRecord): Happening[] {
  const { status, completedAt } = payout
  if (status === 'pending') return []
  const [tone, title] = ends[status]
  const isMade = status === 'succeeded' && payout.transfer
  const detail = endDetail(payout)
  return [
    {
      tone,
      title: isMade ? 'Virement fait' : title,
      ...(completedAt && { at: completedAt }),
      ...(detail && { detail }),
    },
  ]
}

function endDetail({ status, transfer, failureCode }: TransactionRecord): string | undefined {
  if (status === 'succeeded') {
    if (!transfer) return undefined
    const { bankReference, transferOn } = transfer
    return [
      transferOn && `Daté du ${transferOn.split('-').toReversed().join('/')}`,
      bankReference && `référence ${bankReference}`,
    ]
      .filter(Boolean)
      .join(', ')
  }
  if (failureCode !== null) return failureMessage(failureCode)
  return 'Le montant et les frais sont revenus sur votre solde.'
}

export const transferStates = {
  to_process: ['wait', 'À traiter'],
  in_progress: ['wait', 'En traitement'],
  transferred: ['ok', 'Viré'],
  rejected: ['bad', 'Rejeté'],
  cancelled: ['still', 'Annulé'],
} as const satisfies Readonly<Record<TransferState, readonly [Tone, string]>>

export function PayoutBadge({ payout }: { readonly payout: TransactionRecord }) {
  if (!payout.transfer) return <StatusBadge status={payout.status} />
  const [tone, label] = transferStates[payout.transfer.state]
  return <Badge tone={tone}>{label}</Badge>
}

/** The name of an operator or a bank. */
export function providerName(code: string): string {
  return operatorOf(code)?.name ?? banks.find((bank) => bank.code === code)?.name ?? code
}

/** The number or account that is paid; bank accounts are masked. */
export function destinationText({ transfer, customer }: TransactionRecord): string {
  if (transfer) return transfer.accountMasked
  return customer.phone === null ? '—' : groupedPhone(customer.phone)
}
