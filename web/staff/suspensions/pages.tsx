import type { PayoutSuspensionId } from '#domain/ids.ts'
import { findPayoutSuspension, listPayoutSuspensions } from '#use-cases/suspensions/list.ts'
import { liftSuspensionAct, suspendPayoutsAct } from '#use-cases/suspensions/desk-acts.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { reasonSentence, takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readQueue, viewOf } from '#web/staff/queue.ts'
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
      permission: suspendPayoutsAct.permission,
      handler: (input) => suspend(context, input),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${paths.suspensions}/:id/lever`,
      permission: liftSuspensionAct.permission,
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
  return takeOrder(context, input, {
    act: suspendPayoutsAct,
    fields: sentences,
    done: { to: paths.suspensions, text: 'Ces retraits sont suspendus. Ceux acceptés continuent.' },
    page: (refused) => show(context, input, refused),
  })
}

function lift(context: WebContext, input: DeskInput) {
  const id = idParam<PayoutSuspensionId>(input, 'payout_suspension_not_found')
  const field = liftField(id)
  return takeOrder(context, input, {
    act: liftSuspensionAct,
    fields: { [field]: reasonSentence },
    reasonField: field,
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
  const { rows, next } = await readQueue(context, input, {
    list: `suspensions ${view}`,
    path: paths.suspensions,
    read: (page) => listPayoutSuspensions(context.database, { ...page, isOpen: view === '' }),
    at: ({ since }) => since,
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
