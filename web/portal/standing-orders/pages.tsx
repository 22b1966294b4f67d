import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { StandingOrderId } from '#domain/ids.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { comesNext, stateOf } from '#domain/standing-orders/order.ts'
import type { Language } from '#domain/text/language.ts'
import { findChosenAccount } from '#use-cases/authorized-accounts/find.ts'
import {
  listStandingOrderDays,
  listStandingOrders,
  readStandingOrder,
  type StandingOrderRecord,
} from '#use-cases/standing-orders/find.ts'
import { makeStandingOrder } from '#use-cases/standing-orders/make.ts'
import {
  approveStandingOrder,
  changeStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  resumeStandingOrder,
  type StandingOrderAct,
} from '#use-cases/standing-orders/move.ts'
import type { WebContext } from '#web/context.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { CardTable, type Column } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { calledOf } from '#web/portal/authorized-accounts/account-text.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { accountSearch, searchIn } from '#web/portal/payouts/account-field.tsx'
import { offerAccounts } from '#web/portal/payouts/offered-accounts.ts'
import { usePayoutWords } from '#web/portal/payouts/words.ts'
import { passwordField } from '#web/portal/write-form.tsx'
import { type OrderAct, orderActPath, OrderPage } from './detail.tsx'
import {
  fields,
  OrderFormPage,
  readTerms,
  readTyped,
  typedOf,
  untouched,
  versionField,
} from './form.tsx'
import { amountText, orderTones, timetableText } from './order-text.ts'
import { type StandingOrderWords, standingOrderWords, useStandingOrderWords } from './words.ts'

const permission = 'payouts.request'

/** The field of the form that each error is about. */
const fieldsOfRefusals: Partial<Record<ErrorCode, string>> = {
  payout_amount_too_small: fields.amount,
  payout_amount_too_large: fields.amount,
  recipient_not_authorized: fields.account,
  live_mode_required: fields.account,
  provider_not_detected: fields.account,
}

/** Recurring payouts: created, approved, changed, paused, resumed, ended, and what they sent. */
export function standingOrderPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    portalReads(context, 'payments.view')(paths.standingOrders, async ({ session }) => {
      const orders = await listStandingOrders(database, session.place.id)
      return html(<OrderList orders={orders} />)
    }),
    portalReads(context, permission)(paths.newStandingOrder, async (input) =>
      html(await newPage(context, input)),
    ),
    accountSearch(context, { page: paths.newStandingOrder, permission }),
    newWrite(context),
    portalReads(context, 'payments.view')(`${paths.standingOrders}/:id`, async (input) =>
      html(await orderPage(context, input)),
    ),
    portalReads(context, permission)(changePath(':id'), async (input) =>
      html(await changePage(context, input)),
    ),
    accountSearch(context, { page: changePath(':id'), permission }),
    changeWrite(context),
    ...(Object.keys(acts) as OrderAct[]).map((act) => actWrite(context, act)),
  ]
}

function changePath(id: string): string {
  return `${paths.standingOrders}/${id}/modification`
}

function toOrder(id: string, text: string) {
  return doneAt(`${paths.standingOrders}/${id}`, text)
}

function newWrite(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: paths.newStandingOrder,
    permission,
    read: (input) => readForm(context, input),
    act: ({ accountId, amount }) => ({
      act: 'standing_order.make',
      subject: { kind: 'authorized_account', id: accountId },
      details: amount === null ? {} : { amount: Number(amount), currency: 'XOF' },
    }),
    async work(terms, { session: { place, person }, language }) {
      const asking = { serviceEnvId: place.id, mode: place.mode, memberId: person.id }
      const id = await makeStandingOrder(context, asking, terms)
      return toOrder(id, standingOrderWords[language].done.made)
    },
    fields: fieldsOfRefusals,
    again: (input, faults) => newPage(context, input, faults),
  })
}

function changeWrite(context: WebContext): PageRoute {
  return portalWrite(context, {
    path: changePath(':id'),
    permission,
    read: async (input) => ({ terms: await readForm(context, input), act: readAct(input) }),
    act: ({ act: { id } }) => ({
      act: 'standing_order.change',
      subject: { kind: 'standing_order', id },
    }),
    async work({ terms, act }, { language }) {
      await changeStandingOrder(context, act, terms)
      return toOrder(act.id, standingOrderWords[language].done.changed)
    },
    fields: fieldsOfRefusals,
    again: (input, faults) => changePage(context, input, faults),
  })
}

type Work = (books: WebContext, act: StandingOrderAct) => Promise<void>

const acts: Readonly<Record<OrderAct, readonly [name: PortalAct, work: Work]>> = {
  approve: ['standing_order.approve', approveStandingOrder],
  pause: ['standing_order.pause', pauseStandingOrder],
  resume: ['standing_order.resume', resumeStandingOrder],
  end: ['standing_order.end', endStandingOrder],
}

function actWrite(context: WebContext, kind: OrderAct): PageRoute {
  const [act, work] = acts[kind]
  return portalWrite(context, {
    path: orderActPath(':id', kind),
    permission,
    read: readAct,
    act: ({ id }) => ({ act, subject: { kind: 'standing_order', id } }),
    async work(order, { language }) {
      await work(context, order)
      return toOrder(order.id, standingOrderWords[language].done[kind])
    },
    fields: { account_too_fresh: passwordField },
    again: (input, faults) => orderPage(context, input, faults),
  })
}

function readAct(input: PortalInput): StandingOrderAct {
  const { place, person: member } = input.session
  const version = Number(input.form.text(versionField))
  return { serviceEnvId: place.id, id: orderId(input), member, version }
}

function orderId(input: PortalInput): StandingOrderId {
  return idParam<StandingOrderId>(input, 'standing_order_not_found')
}

async function readForm({ database }: WebContext, { form, session, language }: PortalInput) {
  const typed = readTyped(form)
  const account = await findChosenAccount(database, session.place.id, typed.account)
  return readTerms(typed, account, language)
}

async function newPage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const sent = input.method === 'POST' ? readTyped(input.form) : undefined
  const accounts = await offered(context, input, sent?.account ?? '')
  const typed = sent ?? untouched(accounts.shown[0]?.id ?? '')
  return <OrderFormPage {...{ accounts, typed, faults }} />
}

async function changePage(
  context: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { session, form, method } = input
  const order = await readStandingOrder(context.database, session.place.id, orderId(input))
  const typed = method === 'POST' ? readTyped(form) : typedOf(order)
  const accounts = await offered(context, input, typed.account)
  return <OrderFormPage {...{ accounts, typed, faults, order }} />
}

function offered(context: WebContext, { session, query }: PortalInput, chosen: string) {
  return offerAccounts(context, session.place, { search: searchIn(query), chosen })
}

async function orderPage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const order = await readStandingOrder(database, input.session.place.id, orderId(input))
  const days = await listStandingOrderDays(database, order.id)
  return <OrderPage {...{ order, days, faults }} />
}

/** All orders; ended ones come last. */
function OrderList({ orders }: { readonly orders: readonly StandingOrderRecord[] }) {
  const portal = usePortal()
  const { list: payouts } = usePayoutWords()
  const words = useStandingOrderWords()
  const { list } = words
  const { language } = useScope()
  const mayAsk = hasPortalPermission(portal.person, permission)
  return (
    <PortalFrame title={list.title}>
      <p>
        <a href={paths.payouts}>{payouts.all}</a>
      </p>
      <div class="row spread">
        <h1>{list.title}</h1>
        {mayAsk && <ButtonLink href={paths.newStandingOrder}>{list.add}</ButtonLink>}
      </div>
      {orders.length === 0 ? (
        <Empty title={list.none}>
          <p>{list.noneText}</p>
        </Empty>
      ) : (
        <CardTable
          caption={list.title}
          columns={columnsIn(words, language)}
          rows={orders}
          keyOf={({ id }) => id}
        />
      )}
    </PortalFrame>
  )
}

function columnsIn(
  { list: words, states }: StandingOrderWords,
  language: Language,
): readonly Column<StandingOrderRecord>[] {
  return [
    {
      title: words.order,
      cell: ({ id, name }) => <a href={`${paths.standingOrders}/${id}`}>{name}</a>,
    },
    { title: words.to, cell: calledOf },
    { title: words.when, cell: (order) => timetableText(order, language) },
    { title: words.next, cell: (order) => <Next order={order} /> },
    {
      title: words.state,
      cell: (order) => {
        const state = stateOf(order)
        return <Badge tone={orderTones[state]}>{states[state]}</Badge>
      },
    },
    {
      title: words.amount,
      isNumber: true,
      // Its bounds are on its own page, because figures do not wrap.
      cell: (order) => (order.amount === null ? words.everything : amountText(order, language)),
    },
  ]
}

function Next({ order }: { readonly order: StandingOrderRecord }) {
  const { now } = useScope()
  return stateOf(order) === 'active' ? (
    <ExactTime at={comesNext(order, { now, sentDay: order.sentDay })} />
  ) : (
    <>–</>
  )
}
