import { asId, type RefundId } from '#domain/ids.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import { approveRefundAct, closeRefundAct, rejectRefundAct } from '#use-cases/refunds/desk-acts.ts'
import { findQueuedRefund, listRefundQueue, type QueuedRefund } from '#use-cases/refunds/queue.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { Age } from '#web/staff/age.tsx'
import { Contradiction } from '#web/staff/closings/view.tsx'
import { closingOrder } from '#web/staff/closings/words.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { OwnerCell, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { providerName, refundStates } from '#web/staff/words.ts'
import { refundSeen } from './acts.tsx'
import { Payment, Refund } from './detail.tsx'

/** Refunds that are not over, the oldest first, or those that ended one way; each with the payment it is of, and what is decided. */
export function refundPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.refunds,
    name: 'refunds',
    title: 'Remboursements',
    views,
    caption: 'Remboursements, le plus ancien d’abord',
    columns: (view) => columns(view === ''),
    empty: (view) =>
      view === ''
        ? {
            title: 'Aucun remboursement n’attend',
            text: 'Ceux que les marchands demandent apparaissent ici, le plus ancien d’abord.',
          }
        : { title: 'Aucun remboursement ici' },
    list: (page, view) =>
      listRefundQueue(database, { ...page, statuses: view === '' ? openRefundStatuses : [view] }),
    at: ({ createdAt }) => createdAt,
    one: {
      notFound: 'refund_not_found',
      find: (id) => findQueuedRefund(database, asId<RefundId>(id)),
      more: ({ transactionId }) => readTransaction(database, transactionId),
      seen: refundSeen,
      title: ({ reference }) => `Remboursement ${reference}`,
      heading: ({ reference }) => reference,
      state: ({ status }) => <State of={refundStates[status]} />,
      above: ({ closings }) => <Contradiction closings={closings} />,
      body: (props) => <Refund {...props} />,
      beside: ({ more }) => <Payment payment={more} />,
      runUrl: ({ id }) => context.runUrl('refund', id),
      link: ({ transactionId: id }) => ({
        href: `${paths.transactions}/${id}`,
        label: 'Paiement d’origine',
      }),
    },
    orders,
  })
}

const views = {
  '': 'À traiter',
  succeeded: 'Remboursés',
  failed: 'Échoués',
  rejected: 'Rejetés',
  cancelled: 'Annulés',
}

const orders = [
  {
    verb: 'approuver',
    act: approveRefundAct,
    text: 'Votre approbation est enregistrée.',
    fields: { password: passwordSentence },
  },
  {
    verb: 'rejeter',
    act: rejectRefundAct,
    text: 'Remboursement rejeté. L’argent revient au marchand.',
    fields: { reason: reasonSentence },
  },
  { ...closingOrder, act: closeRefundAct },
]

function columns(isWaiting: boolean): readonly Column<QueuedRefund>[] {
  return [
    {
      title: 'Paiement',
      cell: ({ id, reference }) => <a href={`${paths.refunds}/${id}`}>{reference}</a>,
    },
    { title: 'Marchand', cell: OwnerCell },
    { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
    isWaiting
      ? { title: 'Attend depuis', cell: ({ createdAt }) => <Age since={createdAt} /> }
      : {
          title: 'Terminé',
          cell: ({ completedAt, createdAt }) => <Time at={completedAt ?? createdAt} />,
        },
    { title: 'État', cell: StateCell },
    { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
  ]
}

function StateCell(refund: QueuedRefund) {
  const { status, approvedBy } = refund
  const isHalf = status === 'pending' && approvedBy !== null
  const note = noteOf(refund)
  return (
    <>
      <State of={isHalf ? ['wait', 'Seconde approbation'] : refundStates[status]} />
      {note && <span class="soft small">{note}</span>}
    </>
  )
}

function noteOf({ status, approvedBy, approvalsNeeded, attentionAt }: QueuedRefund): string | null {
  if (status === 'processing' && attentionAt !== null) return 'l’opérateur ne répond pas'
  if (status !== 'pending') return null
  if (approvedBy !== null) return `approuvé par ${approvedBy.name}`
  return approvalsNeeded > 1 ? `${approvalsNeeded} approbations` : null
}
