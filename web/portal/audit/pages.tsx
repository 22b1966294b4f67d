import { noteAct } from '#use-cases/audit/note.ts'
import { listActivity, type LoggedAct } from '#use-cases/audit/list.ts'
import { listPeople } from '#use-cases/people/find.ts'
import type { WebContext } from '#web/context.ts'
import { file, html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { exportLines } from './export.ts'
import { filterFields, readFilter } from './filter.ts'
import { ActivityList } from './list.tsx'

const permission = 'activity.view'

/** What the merchant's people did, in all services and modes (docs/people-and-roles.md#writes-in-the-portal). */
export function activityPages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    page(paths.activity, (input) => showList(context, input)),
    page(paths.activityFile, (input) => giveFile(context, input)),
  ]
}

async function showList(context: WebContext, { session, query }: PortalInput) {
  const { database } = context
  const { merchantId } = session.person
  const filter = readFilter(query)
  const [page, people] = await Promise.all([
    readListPage<LoggedAct, string>(context, {
      name: 'portal-activity',
      path: paths.activity,
      place: { id: merchantId },
      query,
      fields: filterFields,
      read: ({ limit, position: before }) =>
        listActivity(database, merchantId, { ...filter, limit, before }),
      toCursor: ({ id }) => [id],
      fromCursor: ([id = '']) => id,
    }),
    listPeople(database, { realm: 'portal', merchantId }),
  ])
  return html(<ActivityList portal={session} query={query} people={people} {...page} />)
}

async function giveFile({ database }: WebContext, { session, query, requestId }: PortalInput) {
  const { person, places } = session
  const { merchantId } = person
  await noteAct(database, person, { act: 'activity.export', cause: { requestId } })
  return file({
    content: exportLines(database, { merchantId, places, filter: readFilter(query) }),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'journal-activite.csv',
    isSaved: true,
  })
}
