import { money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { comesNext, stateOf } from '#domain/standing-orders/order.ts'
import type { StandingOrderDay, StandingOrderRecord } from '#use-cases/standing-orders/find.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
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
import { calledOf } from '#web/portal/authorized-accounts/account-text.ts'
import { useAccountWords } from '#web/portal/authorized-accounts/words.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { versionField } from './form.tsx'
import { whyNot } from '#web/portal/payouts/why-not.ts'
import { amountText, dayTones, orderTones, timetableText } from './order-text.ts'
import { type StandingOrderWords, useStandingOrderWords } from './words.ts'

/** The actions on a standing order, as their paths name them. */
export const orderActs = {
  approve: 'validation',
  pause: 'pause',
  resume: 'reprise',
  end: 'fin',
} as const
export type OrderAct = keyof typeof orderActs

interface OrderPageProps {
  readonly order: StandingOrderRecord
  readonly days: readonly StandingOrderDay[]
  readonly faults: readonly FieldFault[]
}

/** One standing order: its amount and schedule, its past payouts, and the actions on it. */
export function OrderPage(props: OrderPageProps) {
  const portal = usePortal()
  const { order, days } = props
  const { list } = useStandingOrderWords()
  return (
    <PortalFrame title={order.name}>
      <p>
        <a href={paths.standingOrders}>{list.all}</a>
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
  const { now, language } = useScope()
  const words = useStandingOrderWords()
  const { terms } = words
  const { name: accountWords } = useAccountWords()
  const state = stateOf(order)
  return (
    <section class="card stack">
      <div class="row spread">
        <p>
          <b>{amountText(order, language)}</b>
        </p>
        <Badge tone={orderTones[state]}>{words.states[state]}</Badge>
      </div>
      {order.pauseReason && <Notice tone="wait">{words.pauseReasons[order.pauseReason]}</Notice>}
      <Facts
        facts={[
          { label: accountWords.label, value: order.ownName },
          { label: terms.to, value: order.holderName },
          { label: terms.account, value: accountOf(order) },
          { label: terms.when, value: timetableText(order, language) },
          {
            label: terms.next,
            value:
              state === 'active' ? (
                <ExactTime at={comesNext(order, { now, sentDay: order.sentDay })} />
              ) : null,
          },
          {
            label: terms.monthMost,
            value: order.monthTotal === null ? terms.unbounded : xof(order.monthTotal),
          },
          { label: terms.maker, value: order.makerName },
          { label: terms.approver, value: order.approverName },
          { label: terms.since, value: <ExactTime at={order.createdAt} /> },
          { label: terms.ended, value: order.endedAt && <ExactTime at={order.endedAt} /> },
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
  const { acts: words } = useStandingOrderWords()
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
          {words.change}
        </ButtonLink>
        <Ask button={words.askEnd} isDanger>
          <p>{words.endText}</p>
          <Act {...props} act="end" faults={[]} />
        </Ask>
      </div>
    </>
  )
}

function Act({ order, faults, act }: OrderPageProps & { readonly act: OrderAct }) {
  const { buttons } = useStandingOrderWords()
  return (
    <WriteForm
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
  const portal = usePortal()
  const { order, faults } = props
  const { acts: words } = useStandingOrderWords()
  const isOwn = order.madeBy === portal.person.id
  return (
    <section class="card stack">
      <h2>{words.approval}</h2>
      {isOwn && <Faults faults={faults} />}
      <p class="soft">{isOwn ? words.ownApproval : words.approvalFor(order.makerName)}</p>
      {!isOwn && <Act {...props} act="approve" />}
    </section>
  )
}

function History({ days }: { readonly days: readonly StandingOrderDay[] }) {
  const words = useStandingOrderWords()
  const { language } = useScope()
  const { history } = words
  if (days.length === 0) {
    return (
      <Empty title={history.none}>
        <p>{history.noneText}</p>
      </Empty>
    )
  }
  return (
    <section class="card stack">
      <h2>{history.title}</h2>
      <Table
        caption={history.caption}
        columns={columnsIn(words, language)}
        rows={days}
        keyOf={({ day }) => day}
      />
    </section>
  )
}

function columnsIn(
  { history: words, dayStates }: StandingOrderWords,
  language: Language,
): readonly Column<StandingOrderDay>[] {
  return [
    {
      title: words.day,
      cell: ({ day, payoutId, status }) => {
        const text = day.split('-').toReversed().join('/')
        return status === null ? (
          <b class="num">{text}</b>
        ) : (
          <a href={`${paths.payouts}/${payoutId}`}>{text}</a>
        )
      },
    },
    { title: words.to, cell: calledOf },
    {
      title: words.state,
      cell: ({ state, status }) =>
        status === null ? (
          <Badge tone={dayTones[state]}>{dayStates[state]}</Badge>
        ) : (
          <StatusBadge status={status} />
        ),
    },
    { title: words.why, cell: (day) => whyNot(day, language) },
    {
      title: words.amount,
      isNumber: true,
      cell: ({ amount }) => (amount === null ? '–' : xof(amount)),
    },
  ]
}
