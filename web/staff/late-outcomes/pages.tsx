import { asId, type TransactionId } from '#domain/ids.ts'
import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import { findLateOutcome, listLateOutcomes } from '#use-cases/late-outcomes/queue.ts'
import { refundLateAct } from '#use-cases/late-outcomes/desk-acts.ts'
import type { WebContext } from '#web/context.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Button } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { Age, caseCells, ReasonField, State } from '#web/staff/parts.tsx'
import { reasonSentence } from '#web/staff/order.ts'
import { SeenField } from '#web/design/seen.tsx'
import { caseName } from '#web/staff/case-name.ts'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { useMay } from '#web/staff/staff-page.ts'
import { refundStates } from '#web/staff/words.ts'
import { ActCard } from '#web/staff/act-card.tsx'
import { providerName } from '#domain/operators/names.ts'

/** Debits that came after their payment's end, oldest first: those nobody has refunded yet, or all. */
export function lateOutcomePages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.lateOutcomes,
    name: 'late outcomes',
    title: 'Débits tardifs',
    kind: 'transaction',
    waits: ({ refund, isTakenBack }) => refund === null && !isTakenBack,
    views: { '': 'À rendre', all: 'Tous' },
    caption: 'Débits tardifs, les plus anciens d’abord',
    columns: () => columns,
    empty: () => ({
      title: 'Aucun débit tardif à rendre',
      text: 'Un opérateur débite parfois un payeur après la fin de son paiement\u00A0: ce qui lui est dû apparaît ici.',
    }),
    list: (page, view) => listLateOutcomes(database, { ...page, isOpen: view === '' }),
    at: ({ waitsSince }) => waitsSince,
    one: {
      notFound: 'transaction_not_found',
      find: (id) => findLateOutcome(database, asId<TransactionId>(id)),
      more: async () => null,
      title: (debit) => `Débit tardif ${nameOf(debit)}`,
      heading: nameOf,
      state: ({ status }) => <StatusBadge status={status} />,
      body: (props) => <LateOutcome {...props} />,
      runUrl: ({ id }) => context.runUrl('collection', id),
      link: ({ id }) => ({ href: `${paths.transactions}/${id}`, label: 'Paiement' }),
    },
    orders,
  })
}

const orders = [
  {
    verb: 'rembourser',
    act: refundLateAct,
    text: 'Remboursement demandé. Une autre personne doit l’approuver.',
    fields: { reason: reasonSentence },
    seen: refundSeen,
    several: {
      button: 'Rembourser les lignes cochées…',
      title: 'Demander plusieurs remboursements',
      text: 'Rien ne part encore\u00A0: une autre personne que vous doit approuver chacun.',
      confirm: 'Demander les remboursements',
      done: 'Demandé',
      fields: {},
      amount: ({ charged }: QueuedMoney) => charged,
      whyNot: ({ refund, isTakenBack }: QueuedMoney) => {
        if (isTakenBack) return takenBackNote
        return refund === null ? null : 'Un remboursement est déjà demandé.'
      },
      isDone: ({ refund }: QueuedMoney) => refund !== null,
    },
  },
]

const takenBackNote =
  'L’opérateur dit à présent qu’il n’a pas débité le payeur, ou qu’il lui a rendu son argent.'

/** The refund that a decision about the debit depends on. */
function refundSeen({ refund }: Pick<QueuedMoney, 'refund'>): string {
  return refund?.id ?? ''
}

function nameOf({ payer, ...payment }: QueuedMoney): string {
  return caseName({ ...payment, who: payer })
}

const columns: readonly Column<QueuedMoney>[] = [
  ...caseCells('Paiement', paths.lateOutcomes, nameOf),
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'Depuis', cell: ({ waitsSince }) => <Age since={waitsSince} /> },
  {
    title: 'Remboursement',
    cell: ({ refund, isTakenBack }) => {
      if (refund) return <State of={refundStates[refund.status]} />
      return <State of={isTakenBack ? ['still', 'Démenti'] : ['wait', 'À demander']} />
    },
  },
  { title: 'Débité', isNumber: true, cell: ({ charged }) => <Amount of={charged} /> },
]

/** What was debited, and the form that refunds it. */
function LateOutcome(props: ItemProps<QueuedMoney>) {
  const { id, charged, provider, providerReference, isTakenBack, waitsSince } = props.item
  return (
    <>
      <section class="card stack">
        <p>
          <Amount of={charged} isHero />
        </p>
        {isTakenBack ? (
          <p>
            {takenBackNote} <a href={`${paths.contradictions}/${id}`}>Voir le désaccord</a>
          </p>
        ) : (
          <p class="soft">
            L’opérateur a débité le payeur après la fin du paiement{'\u00A0'}: cette somme lui est
            due, le compte du marchand n’y touche pas.
          </p>
        )}
        <Facts
          facts={[
            { label: 'Opérateur', value: providerName(provider) },
            { label: 'Référence chez l’opérateur', value: providerReference },
            { label: 'Débité', value: <ExactTime at={waitsSince} /> },
          ]}
        />
      </section>
      <GiveBack {...props} />
    </>
  )
}

function GiveBack({ item: { id, refund, isTakenBack }, refused, form }: ItemProps<QueuedMoney>) {
  const mayDecide = useMay('refunds.decide')
  if (refund) {
    return (
      <section class="card stack">
        <h2>Remboursement</h2>
        <p>
          <a href={`${paths.refunds}/${refund.id}`}>Voir le remboursement demandé</a>
        </p>
      </section>
    )
  }
  if (!mayDecide || isTakenBack) return null
  const faults = refused?.faults ?? []
  return (
    <ActCard title="Remboursement" faults={faults}>
      <Form action={`${paths.lateOutcomes}/${id}/rembourser`}>
        <SeenField value={refundSeen({ refund })} />
        <p class="soft">
          Rien ne part encore{'\u00A0'}: une autre personne que vous doit l’approuver.
        </p>
        <ReasonField label="Remarque" form={form} faults={faults} isOptional />
        <Button>Demander le remboursement</Button>
      </Form>
    </ActCard>
  )
}
