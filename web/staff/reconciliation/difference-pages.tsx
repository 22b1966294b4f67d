import type { DifferenceId } from '#domain/ids.ts'
import { type Difference, readDifference } from '#use-cases/reconciliation/list-differences.ts'
import { closeDifferenceAct } from '#use-cases/reconciliation/desk-acts.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { reasonSentence, takeOrder } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { DifferencePage } from './difference.tsx'
import { DifferenceListPage } from './differences.tsx'
import { readDifferencePart } from './filter.ts'
import { differenceSeen } from './seen.ts'

const one = `${paths.differences}/:id`

/** What differs: of all statements, and each with what is known of it and the reason that closes it. */
export function differencePages(context: WebContext): readonly PageRoute[] {
  const find = (input: DeskInput) => readDifference(context.database, idOf(input))
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.differences,
      permission: 'queues.view',
      async handler(input) {
        const part = await readDifferencePart(context, input, { path: paths.differences })
        return html(<DifferenceListPage desk={input.session} part={part} />)
      },
    }),
    staffPage(context, {
      method: 'GET',
      path: one,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${one}/clore`,
      permission: closeDifferenceAct.permission,
      handler: (input) =>
        takeOrder(context, input, {
          act: closeDifferenceAct,
          fields: { reason: reasonSentence },
          seenNow: async () => differenceSeen(await find(input)),
          done: {
            to: `${paths.differences}/${idOf(input)}`,
            text: 'Écart clos. Le motif est au journal de l’équipe.',
          },
          page: (refused) => show(context, input, refused),
        }),
    }),
  ]
}

function idOf(input: DeskInput): DifferenceId {
  return idParam<DifferenceId>(input, 'difference_not_found')
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const difference = await readDifference(context.database, idOf(input))
  return (
    <DifferencePage
      desk={input.session}
      difference={difference}
      runUrl={runOf(context, difference)}
      refused={refused}
      form={input.form}
    />
  )
}

/** The run of our order. */
function runOf({ runUrl }: WebContext, { orderKind, ours }: Difference): string | null {
  if (ours === null) return null
  return ours.refundId === null
    ? runUrl(orderKind === 'payout' ? 'payout' : 'collection', ours.transactionId)
    : runUrl('refund', ours.refundId)
}
