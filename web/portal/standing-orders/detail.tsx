import { errorMessage, failureMessage } from '#domain/errors/errors.ts'
import { money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { comesNext, stateOf } from '#domain/standing-orders/order.ts'
import type { StandingOrderDay, StandingOrderRecord } from '#use-cases/standing-orders/find.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { Ask } from '#web/design/ask.tsx'
import { Badge, StatusBadge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { versionField } from './form.tsx'
import { amountText, dayStates, orderStates, pauseReasons, timetableText } from './words.ts'

/** The actions on a standing order, as their paths name them. */
export const orderActs = {
  approve: 'validation',
  pause: 'pause',
  resume: 'reprise',
  end: 'fin',
} as const
export type OrderAct = keyof typeof orderActs

interface OrderPageProps {
  readonly portal: Portal
  readonly order: StandingOrderRecord
  readonly days: readonly StandingOrderDay[]
  readonly faults: readonly FieldFault[]
}

/** One standing order: its amount and schedule, its past payouts, and the actions on it. */
export function OrderPage(props: OrderPageProps) {
  const { portal, order, days } = props
  return (
    <PortalFrame portal={portal} title={order.name}>
      <p>
        <a href={paths.standingOrders}>Tous les retraits programmés</a>
      </p>
      <h1>{order.name}</h1>
      <div class="grid start">
        <div class="stack">
          <Terms order={order} />
          {hasPortalPermission(portal.person, 'payouts.request') && <Acts {...props} />}
        </div>
        <History days={days} />
      </div>
    </PortalFrame>
  )
}

function Terms({ order }: { readonly order: StandingOrderRecord }) {
  const { now } = useScope()
  const state = stateOf(order)
  const [tone, label] = orderStates[state]
  return (
    <section class="card stack">
      <div class="row spread">
        <p>
          <b>{amountText(order)}</b>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {order.pauseReason && <Notice tone="wait">{pauseReasons[order.pauseReason]}</Notice>}
      <Facts
        facts={[
          { label: 'Pour', value: order.holderName },
          { label: 'Compte', value: accountOf(order) },
          { label: 'Quand', value: timetableText(order) },
          {
            label: 'Prochain',
            value: state === 'active' ? <ExactTime at={comesNext(order, now)} /> : null,
          },
          {
            label: 'Par mois, au plus',
            value: order.monthTotal === null ? 'Sans plafond' : xof(order.monthTotal),
          },
          { label: 'Au nom de', value: order.makerName },
          { label: 'Validé par', value: order.approverName },
          { label: 'Depuis', value: <ExactTime at={order.createdAt} /> },
          { label: 'Terminé', value: order.endedAt && <ExactTime at={order.endedAt} /> },
        ]}
      />
    </section>
  )
}

/** The recipient of an order, as far as it is shown. */
function accountOf({ accountType, phone, accountMasked }: StandingOrderRecord): string {
  return accountType === 'bank' ? (accountMasked ?? '') : groupedPhone(phone ?? '')
}

function xof(minor: bigint) {
  return <Amount of={money(minor, 'XOF')} />
}

function Acts(props: OrderPageProps) {
  const { order, faults } = props
  const state = stateOf(order)
  if (state === 'ended') return <Faults faults={faults} />
  return (
    <>
      {state === 'awaiting_approval' && <Approval {...props} />}
      {state !== 'awaiting_approval' && (
        <section class="card stack">
          <Act {...props} act={state === 'active' ? 'pause' : 'resume'} />
        </section>
      )}
      <div class="row">
        <ButtonLink href={`${paths.standingOrders}/${order.id}/modification`} look="quiet">
          Modifier
        </ButtonLink>
        <Ask button="Terminer" isDanger>
          <p>
            Plus rien ne partira par ce retrait programmé. Ce qui est déjà parti suit son cours.
          </p>
          <Act {...props} act="end" faults={[]} />
        </Ask>
      </div>
    </>
  )
}

const buttons: Readonly<Record<OrderAct, string>> = {
  approve: 'Valider',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  end: 'Terminer pour de bon',
}

function Act({ portal, order, faults, act }: OrderPageProps & { readonly act: OrderAct }) {
  return (
    <WriteForm
      portal={portal}
      action={orderActPath(order.id, act)}
      faults={faults}
      button={buttons[act]}
      {...(act === 'pause' && { look: 'quiet' })}
      {...(act === 'end' && { look: 'danger' })}
    >
      <input type="hidden" name={versionField} value={order.version} />
    </WriteForm>
  )
}

/** The path of an action on an order. */
export function orderActPath(id: string, act: OrderAct): string {
  return `${paths.standingOrders}/${id}/${orderActs[act]}`
}

function Approval(props: OrderPageProps) {
  const { portal, order, faults } = props
  const isOwn = order.madeBy === portal.person.id
  return (
    <section class="card stack">
      <h2>Validation</h2>
      {isOwn && <Faults faults={faults} />}
      <p class="soft">
        {isOwn
          ? 'Ce retrait part en votre nom\u00A0: une autre personne de votre équipe, propriétaire ou administratrice, doit le valider ici.'
          : `Au nom de ${order.makerName}. Relisez le compte, le montant et le jour\u00A0: il partira ensuite de lui-même.`}
      </p>
      {!isOwn && <Act {...props} act="approve" />}
    </section>
  )
}

function History({ days }: { readonly days: readonly StandingOrderDay[] }) {
  if (days.length === 0) {
    return (
      <Empty title="Rien n’est encore parti">
        <p>Chaque jour payé, ou refusé, se lira ici.</p>
      </Empty>
    )
  }
  return (
    <section class="card stack">
      <h2>Historique</h2>
      <Table
        caption="Jours de ce retrait, les plus récents d’abord"
        columns={columns}
        rows={days}
        keyOf={({ day }) => day}
      />
    </section>
  )
}

const columns: readonly Column<StandingOrderDay>[] = [
  {
    title: 'Jour',
    cell: ({ day, payoutId, status }) => {
      const text = day.split('-').toReversed().join('/')
      return status === null ? (
        <b class="num">{text}</b>
      ) : (
        <a href={`${paths.payouts}/${payoutId}`}>{text}</a>
      )
    },
  },
  { title: 'Pour', cell: ({ holderName }) => holderName },
  {
    title: 'État',
    cell: ({ state, status }) =>
      status === null ? (
        <Badge tone={dayStates[state][0]}>{dayStates[state][1]}</Badge>
      ) : (
        <StatusBadge status={status} />
      ),
  },
  { title: 'Pourquoi', cell: whyNot },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => (amount === null ? '–' : xof(amount)) },
]

function whyNot({ refusal, failureCode }: StandingOrderDay): string {
  if (refusal !== null) return errorMessage(refusal, {})
  return failureCode === null ? '' : failureMessage(failureCode)
}
