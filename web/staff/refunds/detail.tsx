import { failureMessage } from '#domain/errors/errors.ts'
import { subtract } from '#domain/money/money.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { Age } from '#web/staff/age.tsx'
import { Contradiction, WordForm, Words } from '#web/staff/closings/view.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { MerchantCard } from '#web/staff/merchant-card.tsx'
import { Heading, RefusedNotice, RunLink, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { may } from '#web/staff/staff-page.ts'
import { providerName, refundOrigins, refundStates } from '#web/staff/words.ts'
import { RefundActs } from './acts.tsx'
import type { RefundPageProps } from './props.ts'

/** One refund: of what, why and by whom it is asked for, and what can be decided now. */
export function RefundPage(props: RefundPageProps) {
  const { desk, refund, payment, merchant, runUrl, refused } = props
  return (
    <StaffFrame desk={desk} title={`Remboursement ${refund.reference}`}>
      <p>
        <a href={paths.refunds}>Remboursements</a>
      </p>
      <Heading title={refund.reference}>
        <State of={refundStates[refund.status]} />
      </Heading>
      <RefusedNotice refused={refused} />
      <Contradiction closings={refund.closings} />
      <div class="split">
        <div class="stack">
          <Asked refund={refund} />
          <RefundActs {...props} />
          <Words closings={refund.closings} />
          <Closing {...props} />
          <div class="row">
            <RunLink href={runUrl} />
            <ButtonLink href={`${paths.transactions}/${payment.id}`} look="quiet">
              Paiement d’origine
            </ButtonLink>
          </div>
        </div>
        <div class="stack">
          <Payment payment={payment} />
          <MerchantCard owner={refund} mode={refund.mode} context={merchant} />
        </div>
      </div>
    </StaffFrame>
  )
}

/** Once the operator stays silent, and until it is over. */
function Closing({ desk, refund, refused, form }: RefundPageProps) {
  const { id, status, attentionAt } = refund
  const isSilent = status === 'processing' && attentionAt !== null
  if (!isSilent || !may(desk, 'outcomes.decide')) return null
  return (
    <WordForm
      action={`${paths.refunds}/${id}/clore`}
      subject={refund}
      personId={desk.person.id}
      refused={refused}
      form={form}
    />
  )
}

function Asked({ refund }: { readonly refund: QueuedRefund }) {
  const { amount, status, createdAt, attentionAt } = refund
  return (
    <section class="card stack">
      <div class="row spread">
        <p>
          <Amount of={amount} isHero />
        </p>
        {status === 'pending' && (
          <p class="soft">
            Attend depuis <Age since={createdAt} />
          </p>
        )}
      </div>
      {attentionAt && status === 'processing' && (
        <Notice tone="wait" title="L’opérateur laisse le résultat ouvert">
          Depuis <Age since={attentionAt} />. Demandez-lui ce qu’il en est{'\u00A0'}; rien n’est
          renvoyé sans lui.
        </Notice>
      )}
      <AskedFacts refund={refund} />
    </section>
  )
}

function AskedFacts({ refund }: { readonly refund: QueuedRefund }) {
  const { createdAt, requestedBy, failureCode } = refund
  return (
    <Facts
      facts={[
        { label: 'Origine', value: refundOrigins[refund.origin] },
        { label: 'Motif', value: refund.reason },
        { label: 'Demandé par', value: requestedBy?.name },
        { label: 'Demandé', value: <ExactTime at={createdAt} /> },
        { label: 'Approbations demandées', value: refund.approvalsNeeded },
        { label: 'Approuvé par', value: refund.approvedBy?.name },
        { label: 'Puis par', value: refund.secondApprovedBy?.name },
        { label: 'Opérateur', value: providerName(refund.provider) },
        { label: 'Référence chez l’opérateur', value: refund.providerReference },
        { label: 'Échec', value: failureCode && failureMessage(failureCode) },
        {
          label: 'Terminé',
          value: refund.completedAt && <ExactTime at={refund.completedAt} />,
        },
      ]}
    />
  )
}

function Payment({ payment }: Pick<RefundPageProps, 'payment'>) {
  const { amountCharged, refunded, completedAt } = payment
  return (
    <section class="card stack">
      <h2>Paiement</h2>
      <Facts
        facts={[
          { label: 'Débité', value: <Amount of={amountCharged} /> },
          { label: 'Déjà remboursé', value: <Amount of={refunded} /> },
          {
            label: 'Reste',
            value: <Amount of={subtract(amountCharged, refunded)} />,
          },
          { label: 'Moyen', value: methodLabel(payment) },
          { label: 'Payé', value: completedAt && <Time at={completedAt} /> },
        ]}
      />
    </section>
  )
}
