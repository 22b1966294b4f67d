import { type FundsAct, fundsAfter, fundsForStaff } from '#domain/funds/funds.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  confirmFundsAct,
  holdFundsAct,
  releaseFundsAct,
  withholdFundsAct,
} from '#use-cases/funds/desk-acts.ts'
import { type HeldReason, listHeldReasons } from '#use-cases/funds/why-held.ts'
import { findQueuedFunds, listFundsQueue, type QueuedMoney } from '#use-cases/funds/queue.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import type { Column } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { errorAt } from '#web/http/refused.ts'
import { Age, caseCells, HeroAmount, PasswordField, ReasonField, State } from '#web/staff/parts.tsx'
import { SeenField } from '#web/design/seen.tsx'
import type { SeveralForm } from '#web/staff/desk/several-form.ts'
import { caseName } from '#web/staff/case-name.ts'
import { passwordSentence, reasonSentence } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/item-page.tsx'
import { queuePages } from '#web/staff/queue-pages.tsx'
import { may, useDesk } from '#web/staff/staff-page.ts'
import { fundsStates } from '#web/staff/words.ts'
import { ActCard } from '#web/staff/act-card.tsx'
import { providerName } from '#domain/operators/names.ts'

/** Payments whose funds wait for a decision of the staff, oldest first: received, released, or withheld. */
export function fundsPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return queuePages(context, {
    path: paths.funds,
    name: 'funds',
    title: 'Fonds',
    kind: 'transaction',
    waits: ({ funds }) => fundsForStaff.some((waiting) => waiting === funds),
    views: { '': 'Tous', pending_confirmation: 'À confirmer', held: 'À vérifier' },
    caption: 'Fonds, les plus anciens d’abord',
    columns: () => columns,
    empty: () => ({
      title: 'Aucun fonds n’attend',
      text: 'Les fonds à confirmer ou à vérifier apparaissent ici, les plus anciens d’abord.',
    }),
    list: (page, view) =>
      listFundsQueue(database, { ...page, statuses: view === '' ? fundsForStaff : [view] }),
    at: ({ waitsSince }) => waitsSince,
    one: {
      notFound: 'transaction_not_found',
      find: (id) => findQueuedFunds(database, asId<TransactionId>(id)),
      more: async ({ id }) => ({
        payment: await readTransaction(database, id),
        reasons: await listHeldReasons(database, id),
      }),
      seen: ({ funds }) => funds ?? '',
      title: (funds) => `Fonds ${nameOf(funds)}`,
      heading: nameOf,
      state: ({ funds }) => funds && <State of={fundsStates[funds]} />,
      body: (props) => <Funds {...props} />,
      runUrl: ({ id }) => context.runUrl('funds', id),
      link: ({ id }) => ({ href: `${paths.transactions}/${id}`, label: 'Paiement' }),
    },
    orders,
  })
}

/** The reason field of the page's second form; the name `reason` is taken. */
const withholdReason = 'withhold_reason'

const confirmed = { reason: reasonSentence, password: passwordSentence }

const decidesNow = (act: FundsAct, { funds }: QueuedMoney): boolean =>
  funds !== null && fundsAfter(act, funds) !== undefined

/** How several are decided on at once: by the same rules as each on its own page. */
function severalOf(
  act: Exclude<FundsAct, 'hold'>,
  form: Pick<
    SeveralForm<QueuedMoney>,
    'button' | 'title' | 'text' | 'confirm' | 'isDanger' | 'done' | 'fields'
  >,
): SeveralForm<QueuedMoney> {
  return {
    ...form,
    amount: ({ net }) => net,
    whyNot: (item) =>
      decidesNow(act, item) ? null : 'Ces fonds n’attendent pas cette décision-là.',
    isDone: ({ funds }) => funds === (act === 'withhold' ? 'withheld' : 'available'),
  }
}

const orders = [
  {
    verb: 'retenir',
    act: holdFundsAct,
    text: 'Fonds retenus. Le marchand en est prévenu.',
    fields: { [withholdReason]: reasonSentence },
    reasonField: withholdReason,
  },
  {
    verb: 'confirmer',
    act: confirmFundsAct,
    text: 'Réception confirmée. Les fonds sont disponibles.',
    fields: confirmed,
    several: severalOf('confirm', {
      button: 'Confirmer les lignes cochées…',
      title: 'Confirmer la réception de plusieurs fonds',
      text: 'Confirmez quand tout cet argent est sur le compte du service\u00A0: les fonds deviennent disponibles aussitôt.',
      confirm: 'Confirmer la réception',
      done: 'Confirmé',
      fields: confirmed,
    }),
  },
  {
    verb: 'liberer',
    act: releaseFundsAct,
    text: 'Fonds libérés. Ils sont disponibles.',
    fields: confirmed,
    several: severalOf('release', {
      button: 'Libérer les lignes cochées…',
      title: 'Libérer plusieurs fonds',
      text: 'Les fonds deviennent disponibles aussitôt.',
      confirm: 'Libérer les fonds',
      done: 'Libéré',
      fields: confirmed,
    }),
  },
  {
    verb: 'conserver',
    act: withholdFundsAct,
    text: 'Fonds conservés, définitivement.',
    fields: { [withholdReason]: reasonSentence },
    reasonField: withholdReason,
    several: severalOf('withhold', {
      button: 'Conserver les lignes cochées…',
      title: 'Conserver plusieurs fonds',
      text: 'Les marchands ne les recevront jamais.',
      confirm: 'Conserver définitivement',
      isDanger: true,
      done: 'Conservé',
      fields: { reason: reasonSentence },
    }),
  },
]

function nameOf({ payer, ...payment }: QueuedMoney): string {
  return caseName({ ...payment, who: payer })
}

const columns: readonly Column<QueuedMoney>[] = [
  ...caseCells('Paiement', paths.funds, nameOf),
  { title: 'Opérateur', cell: ({ provider }) => providerName(provider) },
  { title: 'Attend depuis', cell: ({ waitsSince }) => <Age since={waitsSince} /> },
  { title: 'État', cell: ({ funds }) => funds && <State of={fundsStates[funds]} /> },
  { title: 'Net', isNumber: true, cell: ({ net }) => <Amount of={net} /> },
]

interface Known {
  readonly payment: TransactionRecord
  readonly reasons: readonly HeldReason[]
}

type FundsProps = ItemProps<QueuedMoney, Known>

/** The funds of one payment, and the decisions possible now. */
function Funds(props: FundsProps) {
  const { item, more } = props
  const { payment, reasons } = more
  const isWaiting = fundsForStaff.some((status) => status === item.funds)
  return (
    <>
      <section class="card stack">
        <HeroAmount of={item.net} since={isWaiting ? item.waitsSince : null} />
        <Facts
          facts={[
            { label: 'Débité', value: <Amount of={item.charged} /> },
            { label: 'Opérateur', value: providerName(item.provider) },
            { label: 'Référence chez l’opérateur', value: item.providerReference },
            { label: 'Moyen', value: methodLabel(payment) },
            { label: 'Payé', value: <ExactTime at={item.waitsSince} /> },
            ...(isWaiting ? whyHeld(item, reasons) : []),
          ]}
        />
      </section>
      <Decision {...props} />
    </>
  )
}

function whyHeld({ mode }: QueuedMoney, reasons: readonly HeldReason[]): readonly Fact[] {
  const operator = mode === 'sandbox' ? 'Le numéro de test du payeur' : 'L’opérateur l’a demandé'
  if (reasons.length === 0) return [{ label: 'Pourquoi', value: operator }]
  return reasons.map(({ cause, reason, by }) => ({
    label: cause === 'staff' ? 'Retenu par l’équipe' : 'Retenu par une règle',
    value: [reason, by?.name].filter(Boolean).join(' · '),
  }))
}

function Decision(props: FundsProps) {
  const { item, refused } = props
  const desk = useDesk()
  const faults = refused?.faults ?? []
  const mayOrder = (act: FundsAct): boolean => decidesNow(act, item)
  if (mayOrder('confirm') && may(desk, 'funds.confirm'))
    return (
      <ActCard title="Confirmation" faults={faults}>
        <p class="soft">
          Confirmez quand l’argent est sur le compte du service{'\u00A0'}: les fonds deviennent
          disponibles aussitôt.
        </p>
        <ActForm {...props} verb="confirmer" button="Confirmer la réception" isLetting />
      </ActCard>
    )
  if (!may(desk, 'funds.decide')) return null
  if (mayOrder('hold'))
    return (
      <ActCard title="Vérification" faults={faults}>
        <p class="soft">
          Le net quitte le solde du marchand jusqu’à votre décision{'\u00A0'}; ses webhooks en sont
          prévenus.
        </p>
        <ActForm {...props} verb="retenir" button="Retenir les fonds" />
      </ActCard>
    )
  if (!mayOrder('release')) return null
  return (
    <ActCard title="Vérification" faults={faults}>
      <p class="soft">
        Libérés, les fonds sont disponibles aussitôt, même avant la fin du délai habituel du
        marchand.
      </p>
      <ActForm {...props} verb="liberer" button="Libérer les fonds" isLetting />
      <Ask
        button="Conserver définitivement…"
        isDanger
        isOpen={errorAt(faults, withholdReason) !== undefined}
      >
        <ActForm {...props} verb="conserver" button="Conserver les fonds" />
      </Ask>
    </ActCard>
  )
}

function ActForm({
  item,
  refused,
  form,
  verb,
  button,
  isLetting,
}: FundsProps & {
  readonly verb: string
  readonly button: string
  /** Releases money, so it asks for the password. */
  readonly isLetting?: boolean
}) {
  const faults = refused?.faults ?? []
  return (
    <Form action={`${paths.funds}/${item.id}/${verb}`}>
      <SeenField value={item.funds ?? ''} />
      <ReasonField name={isLetting ? 'reason' : withholdReason} form={form} faults={faults} />
      {isLetting && <PasswordField faults={faults} />}
      <Button {...(!isLetting && { look: 'danger' as const })}>{button}</Button>
    </Form>
  )
}
