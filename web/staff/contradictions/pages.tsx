import {
  type ContradictionCase,
  findContradiction,
  listContradictionCases,
} from '#use-cases/contradictions/find.ts'
import {
  approveSettlementAct,
  askSettlementAct,
  refuseSettlementAct,
} from '#use-cases/contradictions/settle.ts'
import { money } from '#domain/money/money.ts'
import type { WebContext } from '#web/context.ts'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Timeline } from '#web/design/timeline.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { caseName } from '#web/staff/case-name.ts'
import { retractedTitle } from '#web/staff/closings/view.tsx'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { passwordSentence, reasonSentence, staleText } from '#web/staff/order.ts'
import { Age, caseCells, HeroAmount, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { contradictionSeen, SettleForm } from './form.tsx'
import {
  kindName,
  owedNote,
  retractedNote,
  settledNote,
  settlementStates,
  stateOf,
} from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** Payments, payouts and refunds that were contradicted, oldest first, and their settlement by two supervisors. */
export function contradictionPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.contradictions,
    name: 'contradictions',
    title: 'Désaccords',
    views: { '': 'À régler', settled: 'Réglés' },
    caption: 'Désaccords, les plus anciens d’abord',
    columns: () => columns,
    empty: (view) => ({
      title: view === '' ? 'Aucun désaccord à régler' : 'Aucun désaccord réglé',
      text: 'Un encaissement, un retrait ou un remboursement dont l’opérateur dit le contraire de nos livres apparaît ici, jusqu’à ce que deux superviseurs le règlent.',
    }),
    list: (page, view) => listContradictionCases(database, { ...page, state: view || 'open' }),
    at: ({ at }) => at,
    one: {
      notFound: 'contradiction_not_found',
      find: (id) => findContradiction(database, id),
      more: async () => null,
      seen: contradictionSeen,
      title: (found) => `Désaccord sur ${nameOf(found)}`,
      heading: nameOf,
      state: (found) => <State of={stateOf(found)} />,
      body: (props) => <Contradicted {...props} />,
      runUrl: ({ id, kind }) => context.runUrl(kind, id),
      link: ({ transactionId: id }) => ({
        href: `${paths.transactions}/${id}`,
        label: 'Transaction',
      }),
    },
    orders,
  })
}

const decisionFields = { settlement_id: staleText, password: passwordSentence }

const orders = [
  {
    verb: 'demander',
    act: askSettlementAct,
    text: 'Règlement demandé. Une autre personne doit l’approuver.',
    fields: {
      written_off: 'Écrivez un montant en F CFA, en chiffres, ou rien.',
      reason: reasonSentence,
      password: passwordSentence,
    },
    wholeNumbers: ['written_off'],
  },
  {
    verb: 'approuver',
    act: approveSettlementAct,
    text: 'Réglé\u00A0: l’argent a bougé.',
    fields: decisionFields,
  },
  {
    verb: 'refuser',
    act: refuseSettlementAct,
    text: 'La demande est close. Rien n’a bougé.',
    fields: decisionFields,
  },
]

function nameOf({ party, transactionId, ...found }: ContradictionCase): string {
  return caseName({ ...found, who: party, paymentId: transactionId })
}

const columns: readonly Column<ContradictionCase>[] = [
  ...caseCells('Opération', paths.contradictions, nameOf),
  { title: 'Quoi', cell: kindName },
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'En désaccord depuis', cell: ({ at }) => <Age since={at} /> },
  { title: 'État', cell: (found) => <State of={stateOf(found)} /> },
  {
    title: 'Montant',
    isNumber: true,
    cell: (found) => (
      <>
        <Amount of={found.amount} />
        <span class="soft small">{found.isOpen ? owedNote(found) : settledNote(found)}</span>
      </>
    ),
  },
]

/** What is open and with whom, the requests so far, and the form for the next step. */
function Contradicted(props: ItemProps<ContradictionCase>) {
  const { item } = props
  const { isOpen, at, refundId } = item
  return (
    <>
      <section class="card stack">
        <HeroAmount of={item.amount} wait="En désaccord depuis" since={isOpen ? at : null} />
        <Facts
          facts={[
            { label: 'Quoi', value: kindName(item) },
            { label: 'Sens', value: isOpen ? owedNote(item) : settledNote(item) },
            { label: 'Opérateur', value: providerName(item.provider) },
            { label: 'En désaccord depuis', value: <ExactTime at={at} /> },
            {
              label: 'Remboursement',
              value: refundId && <a href={`${paths.refunds}/${refundId}`}>Voir le remboursement</a>,
            },
          ]}
        />
      </section>
      {item.isRetracted && (
        <Notice tone={isOpen ? 'bad' : 'info'} title={retractedTitle}>
          {retractedNote(item)}
        </Notice>
      )}
      <Requests item={item} />
      <SettleForm {...props} />
    </>
  )
}

function Requests({ item: { settlements, amount } }: Pick<ItemProps<ContradictionCase>, 'item'>) {
  if (settlements.length === 0) return null
  return (
    <section class="card stack">
      <h2>Règlement</h2>
      <Timeline
        happenings={settlements.map(({ state, reason, written_off: writtenOff, ...one }) => ({
          tone: settlementStates[state][0],
          title: settlementStates[state][1],
          at: new Date(one.decided_at ?? one.asked_at),
          detail: (
            <>
              Demandé par {one.asked_by?.name}
              {state !== 'waiting' &&
                state !== 'withdrawn' &&
                `, décidé par ${one.decided_by?.name}`}
              {writtenOff > 0 && (
                <>
                  , dont <Amount of={money(BigInt(writtenOff), amount.currency)} /> à la charge du
                  service
                </>
              )}
              <br />
              {reason}
            </>
          ),
        }))}
      />
    </section>
  )
}
