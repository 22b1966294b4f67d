import { failureMessage } from '#domain/errors/errors.ts'
import { subtract } from '#domain/money/money.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { Age } from '#web/staff/age.tsx'
import { WordForm, Words } from '#web/staff/closings/view.tsx'
import { HeroAmount } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/queue-pages.tsx'
import { may } from '#web/staff/staff-page.ts'
import { providerName, refundOrigins } from '#web/staff/words.ts'
import { RefundActs } from './acts.tsx'

/** One refund: why and by whom it is asked for, and what can be decided now. */
export function Refund(props: ItemProps<QueuedRefund>) {
  return (
    <>
      <Asked refund={props.item} />
      <RefundActs {...props} />
      <Words closings={props.item.closings} />
      <Closing {...props} />
    </>
  )
}

/** Once the operator stays silent, and until it is over. */
function Closing({ desk, item, refused, form }: ItemProps<QueuedRefund>) {
  const isSilent = item.status === 'processing' && item.attentionAt !== null
  if (!isSilent || !may(desk, 'outcomes.decide')) return null
  return (
    <WordForm
      action={`${paths.refunds}/${item.id}/clore`}
      subject={item}
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
      <HeroAmount of={amount} since={status === 'pending' ? createdAt : null} />
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

/** What is given back of. */
export function Payment({ payment }: { readonly payment: TransactionRecord }) {
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
