import { asId, type RefundId } from '#domain/ids.ts'
import { openRefundStatuses, refundMoves, refundStatuses } from '#domain/refunds/refund.ts'
import { targetsOf } from '#domain/states/moves.ts'
import { approveRefundAct, closeRefundAct, rejectRefundAct } from '#use-cases/refunds/desk-acts.ts'
import {
  findQueuedRefund,
  listRefundQueue,
  type QueuedRefund,
  sumRefundQueue,
} from '#use-cases/refunds/queue.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { Age, caseCells, HeroAmount, PasswordField, ReasonField, State } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { closingOrder, Contradictions, WordForm, Words } from '#web/staff/closings/view.tsx'
import type { SeveralForm } from '#web/staff/desk/several-form.ts'
import { caseName } from '#web/staff/case-name.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import type { QueueSums } from '#web/staff/sums.tsx'
import { counted, refundOrigins, refundStates } from '#web/staff/words.ts'
import { failureMessage } from '#domain/errors/errors.ts'
import { Facts } from '#web/design/facts.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useDesk, useMay } from '#web/staff/staff-page.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import { errorAt } from '#web/http/refused.ts'
import { refundFacts } from '#web/refunds/facts.ts'
import { ActCard } from '#web/staff/act-card.tsx'
import { Payment } from './payment.tsx'
import { providerName } from '#domain/operators/names.ts'

/** Open refunds, oldest first, those that ended in one way, or otherwise than told; each with its payment and the decision. */
export function refundPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.refunds,
    name: 'refunds',
    title: 'Remboursements',
    kind: 'refund',
    waits: ({ status }) => openRefundStatuses.some((open) => open === status),
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
    list: (page, view, filter) =>
      listRefundQueue(database, {
        ...page,
        ...filter,
        statuses:
          view === '' ? openRefundStatuses : view === 'contradicted' ? refundStatuses : [view],
        isContradicted: view === 'contradicted',
      }),
    sums: sumsIn(database),
    at: ({ createdAt }) => createdAt,
    one: {
      notFound: 'refund_not_found',
      find: (id) => findQueuedRefund(database, asId<RefundId>(id)),
      more: ({ transactionId }) => readTransaction(database, transactionId),
      seen: refundSeen,
      title: (refund) => `Remboursement ${nameOf(refund)}`,
      heading: nameOf,
      state: ({ status }) => <State of={refundStates[status]} />,
      above: ({ id, contradictions }) => <Contradictions id={id} of={contradictions} />,
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

/** Of those that wait. */
function sumsIn(database: WebContext['database']): QueueSums<keyof typeof views> {
  return {
    label: 'Opérateur',
    isIn: (view) => view === '',
    read: ({ mine }) => sumRefundQueue(database, { statuses: openRefundStatuses, mine }),
  }
}

const views = {
  '': 'À traiter',
  succeeded: 'Remboursés',
  failed: 'Échoués',
  rejected: 'Refusés',
  cancelled: 'Annulés',
  contradicted: 'En désaccord',
}

/** Each as on its own page: nobody approves what they requested, or approves twice. */
const approvals: SeveralForm<QueuedRefund> = {
  button: 'Approuver les lignes cochées…',
  title: 'Approuver plusieurs remboursements',
  text: 'Chacun part chez l’opérateur dès sa dernière approbation.',
  confirm: 'Approuver',
  done: 'Approuvé',
  fields: { password: passwordSentence },
  amount: ({ amount }) => amount,
  whyNot: (refund, personId) =>
    mayBeDecided(refund) ? whyNot(refund, personId) : 'Ce remboursement n’attend plus de décision.',
  isDone: ({ approver, secondApprover }, personId) =>
    approver?.id === personId || secondApprover?.id === personId,
}

const orders = [
  {
    verb: 'approuver',
    act: approveRefundAct,
    text: 'Votre approbation est enregistrée.',
    fields: { password: passwordSentence },
    several: approvals,
  },
  {
    verb: 'rejeter',
    act: rejectRefundAct,
    text: 'Remboursement refusé. L’argent revient au marchand.',
    fields: { reason: reasonSentence },
  },
  { ...closingOrder, act: closeRefundAct },
]

function nameOf({ payer, transactionId, ...refund }: QueuedRefund): string {
  return caseName({ ...refund, who: payer, paymentId: transactionId })
}

function columns(isWaiting: boolean): readonly Column<QueuedRefund>[] {
  return [
    ...caseCells('Paiement', paths.refunds, nameOf),
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
  const { status, approver } = refund
  const isHalf = status === 'pending' && approver !== null
  const note = noteOf(refund)
  return (
    <>
      <State of={isHalf ? ['wait', 'Seconde approbation'] : refundStates[status]} />
      {note && <span class="soft small">{note}</span>}
    </>
  )
}

function noteOf({ status, approver, ...refund }: QueuedRefund): string | null {
  const { approvalsNeeded, attentionAt, contradictions } = refund
  if (contradictions.length > 0) return 'désaccord'
  if (status === 'processing' && attentionAt !== null) return 'l’opérateur ne répond pas'
  if (status !== 'pending') return null
  if (approver !== null) return `approuvé par ${approver.name}`
  return approvalsNeeded > 1 ? counted(approvalsNeeded, 'approbation') : null
}

/** One refund: its reason and requester, and the decisions possible now. */
function Refund(props: ItemProps<QueuedRefund>) {
  return (
    <>
      <Asked refund={props.item} />
      <RefundActs {...props} />
      <Words closings={props.item.closings} />
      <Closing {...props} />
    </>
  )
}

/** Shown when the operator does not answer, until the refund is over. */
function Closing({ item, refused, form }: ItemProps<QueuedRefund>) {
  const isSilent = item.status === 'processing' && item.attentionAt !== null
  if (!useMay('outcomes.decide') || !isSilent) return null
  return (
    <WordForm
      action={`${paths.refunds}/${item.id}/clore`}
      subject={item}
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
  const { createdAt, requester, failureCode } = refund
  return (
    <Facts
      facts={[
        { label: 'Origine', value: refundOrigins[refund.origin] },
        ...refundFacts(refund, 'fr'),
        { label: 'Demandé par', value: requester?.name },
        { label: 'Demandé', value: <ExactTime at={createdAt} /> },
        { label: 'Approbations demandées', value: refund.approvalsNeeded },
        { label: 'Approuvé par', value: refund.approver?.name },
        { label: 'Puis par', value: refund.secondApprover?.name },
        { label: 'Opérateur', value: providerName(refund.provider) },
        { label: 'Échec', value: failureCode && failureMessage(failureCode) },
        {
          label: 'Terminé',
          value: refund.completedAt && <ExactTime at={refund.completedAt} />,
        },
      ]}
    />
  )
}

/** The state that a decision about a refund depends on. */
function refundSeen({ status, approver, secondApprover }: QueuedRefund): string {
  return [status, approver?.id ?? '', secondApprover?.id ?? ''].join('.')
}

/** The decisions the person at the desk can make now; nothing once it is decided. */
function RefundActs(props: ItemProps<QueuedRefund>) {
  const { item, refused, form } = props
  if (!useMay('refunds.decide') || !mayBeDecided(item)) return null
  const faults = refused?.faults ?? []
  return (
    <ActCard title="Décision" faults={faults}>
      <Approval {...props} />
      <Ask button="Refuser…" isDanger isOpen={errorAt(faults, 'reason') !== undefined}>
        <Form action={`${paths.refunds}/${item.id}/rejeter`}>
          <SeenField value={refundSeen(item)} />
          <ReasonField form={form} faults={faults} />
          <Button look="danger">Refuser le remboursement</Button>
        </Form>
      </Ask>
    </ActCard>
  )
}

function Approval({ item: refund, refused }: ItemProps<QueuedRefund>) {
  const blocked = whyNot(refund, useDesk().person.id)
  if (blocked !== null) return <Notice tone="wait">{blocked}</Notice>
  const isFirstOfTwo = refund.approvalsNeeded > 1 && refund.approver === null
  return (
    <Form action={`${paths.refunds}/${refund.id}/approuver`}>
      <SeenField value={refundSeen(refund)} />
      <p class="soft">
        {isFirstOfTwo
          ? 'Ce montant demande deux approbations\u00A0: une autre personne approuvera après vous.'
          : 'Le remboursement part chez l’opérateur dès votre approbation.'}
      </p>
      <PasswordField faults={refused?.faults ?? []} />
      <Button>Approuver</Button>
    </Form>
  )
}

function mayBeDecided({ status }: QueuedRefund): boolean {
  return targetsOf(refundMoves, status, 'reject').length > 0
}

/** Nobody approves what they requested, or approves twice. */
function whyNot(refund: QueuedRefund, id: string): string | null {
  if (refund.requester?.id === id)
    return 'Vous avez demandé ce remboursement\u00A0: une autre personne doit l’approuver.'
  if (refund.approver?.id === id)
    return 'Vous avez déjà approuvé\u00A0: une seconde personne doit le faire.'
  return null
}
