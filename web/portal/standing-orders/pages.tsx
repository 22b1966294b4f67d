import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { StandingOrderId } from '#domain/ids.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { comesNext, stateOf } from '#domain/standing-orders/order.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
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
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
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
import { amountText, orderStates, timetableText } from './words.ts'

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
    portalPage(context, {
      method: 'GET',
      path: paths.standingOrders,
      permission: 'payments.view',
      async handler({ session }) {
        const orders = await listStandingOrders(database, session.place.id)
        return html(<OrderList portal={session} orders={orders} />)
      },
    }),
    portalPage(context, {
      method: 'GET',
      path: paths.newStandingOrder,
      permission,
      handler: async (input) => html(await newPage(context, input)),
    }),
    newWrite(context),
    portalPage(context, {
      method: 'GET',
      path: `${paths.standingOrders}/:id`,
      permission: 'payments.view',
      handler: async (input) => html(await orderPage(context, input)),
    }),
    portalPage(context, {
      method: 'GET',
      path: changePath(':id'),
      permission,
      handler: async (input) => html(await changePage(context, input)),
    }),
    changeWrite(context),
    ...(Object.keys(acts) as OrderAct[]).map((act) => actWrite(context, act)),
  ]
}

function changePath(id: string): string {
  return `${paths.standingOrders}/${id}/modification`
}

function toOrder(id: string, text: string) {
  return redirect(`${paths.standingOrders}/${id}`, { flash: { tone: 'ok', text } })
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
    async work(terms, { session: { place, person } }) {
      const asking = { serviceEnvId: place.id, mode: place.mode, memberId: person.id }
      const id = await makeStandingOrder(context, asking, terms)
      return toOrder(id, 'Retrait programmé.')
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
    async work({ terms, act }) {
      await changeStandingOrder(context, act, terms)
      return toOrder(act.id, 'Retrait programmé modifié.')
    },
    fields: fieldsOfRefusals,
    again: (input, faults) => changePage(context, input, faults),
  })
}

type Work = (books: WebContext, act: StandingOrderAct) => Promise<void>

const acts: Readonly<Record<OrderAct, readonly [name: PortalAct, said: string, work: Work]>> = {
  approve: [
    'standing_order.approve',
    'Validé\u00A0: il part désormais de lui-même.',
    approveStandingOrder,
  ],
  pause: ['standing_order.pause', 'En pause\u00A0: plus rien ne part.', pauseStandingOrder],
  resume: ['standing_order.resume', 'Le retrait programmé reprend.', resumeStandingOrder],
  end: ['standing_order.end', 'Terminé\u00A0: plus rien ne partira par lui.', endStandingOrder],
}

function actWrite(context: WebContext, kind: OrderAct): PageRoute {
  const [act, said, work] = acts[kind]
  return portalWrite(context, {
    path: orderActPath(':id', kind),
    permission,
    read: readAct,
    act: ({ id }) => ({ act, subject: { kind: 'standing_order', id } }),
    async work(order) {
      await work(context, order)
      return toOrder(order.id, said)
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

async function readForm({ database }: WebContext, { form, session }: PortalInput) {
  return readTerms(readTyped(form), await listAuthorizedAccounts(database, session.place.id))
}

async function newPage(
  { database }: WebContext,
  { session, form, method }: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const accounts = await listAuthorizedAccounts(database, session.place.id)
  const typed = method === 'POST' ? readTyped(form) : untouched
  return <OrderFormPage portal={session} {...{ accounts, typed, faults }} />
}

async function changePage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { session, form, method } = input
  const [accounts, order] = await Promise.all([
    listAuthorizedAccounts(database, session.place.id),
    readStandingOrder(database, session.place.id, orderId(input)),
  ])
  const typed = method === 'POST' ? readTyped(form) : typedOf(order)
  return <OrderFormPage portal={session} {...{ accounts, typed, faults, order }} />
}

async function orderPage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const order = await readStandingOrder(database, input.session.place.id, orderId(input))
  const days = await listStandingOrderDays(database, order.id)
  return <OrderPage portal={input.session} {...{ order, days, faults }} />
}

/** All orders; ended ones come last. */
function OrderList({
  portal,
  orders,
}: {
  readonly portal: Portal
  readonly orders: readonly StandingOrderRecord[]
}) {
  const mayAsk = hasPortalPermission(portal.person, permission)
  return (
    <PortalFrame portal={portal} title="Retraits programmés">
      <p>
        <a href={paths.payouts}>Tous les retraits</a>
      </p>
      <div class="row spread">
        <h1>Retraits programmés</h1>
        {mayAsk && <ButtonLink href={paths.newStandingOrder}>Programmer un retrait</ButtonLink>}
      </div>
      {orders.length === 0 ? (
        <Empty title="Aucun retrait programmé pour l’instant">
          <p>
            Loyer, fournisseur, ou tout le solde chaque soir{'\u00A0'}: l’argent part de lui-même.
          </p>
        </Empty>
      ) : (
        <CardTable
          caption="Retraits programmés"
          columns={columns}
          rows={orders}
          keyOf={({ id }) => id}
        />
      )}
    </PortalFrame>
  )
}

const columns: readonly Column<StandingOrderRecord>[] = [
  {
    title: 'Retrait',
    cell: ({ id, name }) => <a href={`${paths.standingOrders}/${id}`}>{name}</a>,
  },
  { title: 'Pour', cell: ({ holderName }) => holderName },
  { title: 'Quand', cell: timetableText },
  { title: 'Prochain', cell: (order) => <Next order={order} /> },
  {
    title: 'État',
    cell: (order) => {
      const [tone, label] = orderStates[stateOf(order)]
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    title: 'Montant',
    isNumber: true,
    // Its bounds are on its own page, because figures do not wrap.
    cell: (order) => (order.amount === null ? 'Tout' : amountText(order)),
  },
]

function Next({ order }: { readonly order: StandingOrderRecord }) {
  const { now } = useScope()
  return stateOf(order) === 'active' ? <ExactTime at={comesNext(order, now)} /> : <>–</>
}
