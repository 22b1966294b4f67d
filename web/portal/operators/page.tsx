import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { portalPage } from '#web/portal/portal-page.ts'
import type { OperatorConditions } from './conditions.ts'
import { OperatorsPage } from './view.tsx'

/** How operators do in the mode that one works in. */
export function operatorsPage(context: WebContext, conditions: OperatorConditions): PageRoute {
  return portalPage(context, {
    method: 'GET',
    path: paths.operators,
    permission: 'payments.view',
    async handler({ session }) {
      const operators = await conditions(session.place.mode)
      return html(<OperatorsPage portal={session} operators={operators} />)
    },
  })
}
