import { readBalance } from '#use-cases/balance/read.ts'
import { readDailyFigures } from '#use-cases/dashboard/daily-figures.ts'
import { listTransactions } from '#use-cases/transactions/find.ts'
import { countWaiting } from '#use-cases/dashboard/waiting.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import type { OperatorConditions } from '#web/portal/operators/conditions.ts'
import { paths } from '#web/portal/paths.ts'
import { portalPage } from '#web/portal/portal-page.ts'
import { Dashboard } from './view.tsx'

const daysShown = 30
const lastShown = 8

/** The first page of the portal: what the account holds, how it goes, what came last. */
export function dashboardPage(context: WebContext, conditions: OperatorConditions): PageRoute {
  const { database } = context
  return portalPage(context, {
    method: 'GET',
    path: paths.home,
    permission: 'balance.view',
    async handler({ session }) {
      const { id, mode } = session.place
      const [balance, days, last, waiting, operators] = await Promise.all([
        readBalance(database, id),
        readDailyFigures(database, id, { now: new Date(), count: daysShown }),
        listTransactions(
          database,
          { serviceEnvId: id },
          { filter: { createdAfter: new Date(0) }, limit: lastShown },
        ),
        countWaiting(database, id),
        conditions(mode),
      ])
      return html(
        <Dashboard
          portal={session}
          balance={balance}
          days={days}
          last={last}
          waiting={waiting}
          operators={operators}
        />,
      )
    },
  })
}
