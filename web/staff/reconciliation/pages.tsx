import type { ReconciliationId } from '#domain/ids.ts'
import { listReconciliations, readReconciliation } from '#use-cases/reconciliation/find.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/staff/paths.ts'
import { readQueue } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { ReconciliationPage } from './detail.tsx'
import { differencePages } from './difference-pages.tsx'
import { readDifferencePart } from './filter.ts'
import { importPages } from './import-pages.tsx'
import { ReconciliationList } from './list.tsx'

/** Statements of operators: imported, followed, and what differs in them closed. */
export function reconciliationPages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.reconciliations,
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    ...importPages(context),
    staffPage(context, {
      method: 'GET',
      path: `${paths.reconciliations}/:id`,
      permission: 'queues.view',
      handler: (input) => show(context, input),
    }),
    ...differencePages(context),
  ]
}

async function showList(context: WebContext, input: DeskInput) {
  const { rows, next } = await readQueue(context, input, {
    list: 'reconciliations',
    path: paths.reconciliations,
    read: (page) => listReconciliations(context.database, page),
    at: ({ createdAt }) => createdAt,
  })
  return html(<ReconciliationList desk={input.session} rows={rows} next={next} />)
}

async function show(context: WebContext, input: DeskInput) {
  const id = idParam<ReconciliationId>(input, 'reconciliation_not_found')
  const reconciliation = await readReconciliation(context.database, id)
  const path = `${paths.reconciliations}/${id}`
  const part = await readDifferencePart(context, input, { path, reconciliationId: id })
  return html(
    <ReconciliationPage
      desk={input.session}
      reconciliation={reconciliation}
      part={part}
      here={`${path}?${input.query}`}
      runUrl={context.runUrl('reconciliation', id)}
    />,
  )
}
