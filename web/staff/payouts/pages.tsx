import { asId, type TransactionId } from '#domain/ids.ts'
import { closePayoutAct } from '#use-cases/payouts/desk-acts.ts'
import { findQueuedPayout, listPayoutQueue, type QueuedPayout } from '#use-cases/payouts/queue.ts'
import type { WebContext } from '#web/context.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { Age, caseCells, HeroAmount, State } from '#web/staff/parts.tsx'
import {
  closingOrder,
  closingSeen,
  Contradictions,
  WordForm,
  Words,
} from '#web/staff/closings/view.tsx'
import { caseName } from '#web/staff/case-name.ts'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { useMay } from '#web/staff/staff-page.ts'
import { providerName } from '#domain/operators/names.ts'

/** Payouts whose operator does not answer, oldest first; or those that the staff closed, or that ended otherwise than told. */
export function silentPayoutPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.payouts,
    name: 'payouts',
    title: 'Retraits à clore',
    kind: 'transaction',
    waits: ({ status }) => status === 'pending',
    views: { '': 'Sans réponse', closed: 'Clos par l’équipe', contradicted: 'En désaccord' },
    caption: 'Retraits, le plus ancien d’abord',
    columns: () => columns,
    empty: (view) => ({
      title: view === '' ? 'Aucun retrait sans réponse' : 'Aucun retrait ici',
      text: emptyTexts[view],
    }),
    list: (page, view) => listPayoutQueue(database, { ...page, state: view || 'open' }),
    at: ({ waitsSince }) => waitsSince,
    one: {
      notFound: 'transaction_not_found',
      find: (id) => findQueuedPayout(database, asId<TransactionId>(id)),
      more: async () => null,
      seen: closingSeen,
      title: (payout) => `Retrait ${nameOf(payout)}`,
      heading: nameOf,
      state: ({ status }) => <StatusBadge status={status} />,
      above: ({ id, contradictions }) => <Contradictions id={id} of={contradictions} />,
      body: (props) => <Payout {...props} />,
      runUrl: ({ id }) => context.runUrl('payout', id),
      link: ({ id }) => ({ href: `${paths.transactions}/${id}`, label: 'Transaction' }),
    },
    orders: [{ ...closingOrder, act: closePayoutAct }],
  })
}

const emptyTexts = {
  '': 'Un retrait dont l’opérateur ne dit pas le résultat apparaît ici.',
  closed: '',
  contradicted: 'Un retrait dont l’opérateur ou un relevé contredit la fin apparaît ici.',
}

function nameOf({ beneficiary, ...payout }: QueuedPayout): string {
  return caseName({ ...payout, who: beneficiary })
}

const columns: readonly Column<QueuedPayout>[] = [
  ...caseCells('Retrait', paths.payouts, nameOf),
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'Attend depuis', cell: ({ waitsSince }) => <Age since={waitsSince} /> },
  { title: 'État', cell: StateCell },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={amount} /> },
]

function StateCell({ status, closings, contradictions }: QueuedPayout) {
  const isHalf = status === 'pending' && closings.length > 0
  return (
    <>
      {isHalf ? <State of={['wait', 'Seconde réponse']} /> : <StatusBadge status={status} />}
      {contradictions.length > 0 && <span class="soft small">désaccord</span>}
    </>
  )
}

/** The reference to ask the operator with, earlier statements, and the form that closes it. */
function Payout({ item, refused, form }: ItemProps<QueuedPayout>) {
  const { id, status, waitsSince, operatorRequestId } = item
  return (
    <>
      <section class="card stack">
        <HeroAmount
          of={item.amount}
          wait="Sans réponse depuis"
          since={status === 'pending' ? waitsSince : null}
        />
        <Facts
          facts={[
            { label: 'Opérateur', value: providerName(item.provider) },
            { label: 'Demande chez l’opérateur', value: <code>{operatorRequestId}</code> },
            { label: 'Référence chez l’opérateur', value: item.providerReference },
            { label: 'Demandé', value: <ExactTime at={item.createdAt} /> },
            { label: 'Signalé', value: <ExactTime at={waitsSince} /> },
          ]}
        />
        <CopyButton text={operatorRequestId}>Copier la demande</CopyButton>
      </section>
      <Words closings={item.closings} />
      {useMay('outcomes.decide') && status === 'pending' && (
        <WordForm
          action={`${paths.payouts}/${id}/clore`}
          subject={item}
          refused={refused}
          form={form}
        />
      )}
    </>
  )
}
