import type { PayoutSuspensionId } from '#domain/ids.ts'
import { findPayoutSuspension, listPayoutSuspensions } from '#use-cases/suspensions/list.ts'
import { orderWithFields } from '#http/desk-act.ts'
import { liftSuspensionAct } from '#api/staff/suspensions/lift.ts'
import { suspendAct } from '#api/staff/suspensions/suspend.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { reasonSentence, takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { queuePosition, readList, viewOf } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { liftField, suspensionSeen } from './fields.ts'
import { SuspensionsPage } from './view.tsx'

/** Payouts that the staff stops, of one service or all, by one operator or all, and takes again. */
export function suspensionPages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.suspensions,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    staffPage(context, {
      method: 'POST',
      path: paths.suspensions,
      permission: 'payouts.suspend',
      handler: (input) => suspend(context, input),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${paths.suspensions}/:id/lever`,
      permission: 'payouts.suspend',
      handler: (input) => lift(context, input),
    }),
  ]
}

const sentences = {
  mode: 'Choisissez un mode.',
  service_env_id: 'Aucun service de ce mode n’a cet identifiant.',
  provider: 'Choisissez un opérateur ou une banque, ou tous.',
  reason: reasonSentence,
}

function suspend(context: WebContext, input: DeskInput) {
  return takeOrder(input, {
    fields: sentences,
    work: (order) => orderWithFields(context, suspendAct, order),
    done: { to: paths.suspensions, text: 'Ces retraits sont suspendus. Ceux acceptés continuent.' },
    page: (refused) => show(context, input, refused),
  })
}

function lift(context: WebContext, input: DeskInput) {
  const id = idParam<PayoutSuspensionId>(input, 'payout_suspension_not_found')
  const field = liftField(id)
  return takeOrder(input, {
    fields: { [field]: reasonSentence },
    async work(order) {
      const body = { reason: order.body[field] ?? '' }
      const errors = await orderWithFields(context, liftSuspensionAct, { ...order, body })
      return errors.map((error) => ({ ...error, field }))
    },
    seenNow: async () => suspensionSeen(await findPayoutSuspension(context.database, id)),
    done: {
      to: paths.suspensions,
      text: 'Suspension levée. Une plus large, s’il y en a, demeure.',
    },
    page: (refused) => show(context, input, refused),
  })
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const view = viewOf(input.query, ['all'])
  const { rows, next } = await readList(context, input, {
    list: `suspensions ${view}`,
    path: paths.suspensions,
    read: ({ limit, after }) =>
      listPayoutSuspensions(context.database, {
        isOpen: view === '',
        limit,
        after: queuePosition(after),
      }),
    positionOf: ({ since, id }) => [since.toISOString(), id],
  })
  return (
    <SuspensionsPage
      desk={input.session}
      rows={rows}
      next={next}
      view={view}
      serviceEnvId={input.query.get('service') ?? ''}
      refused={refused}
      form={input.form}
    />
  )
}
