import { periodOf } from '#domain/dashboard/period.ts'
import { tillOfCashier } from '#use-cases/collections/cashier-till.ts'
import { readDaySales } from '#use-cases/day-sales/read.ts'
import type { Counter } from '#use-cases/terminals/points-of-sale.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import type { WebContext } from '#web/context.ts'
import { openedAt } from '#web/design/refresh.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { startOfToday } from '#web/portal/collections/at-counter.ts'
import { momentsOf } from '#web/portal/days.tsx'
import { readListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { positionOf } from '#web/portal/transactions/read-page.ts'
import { OfService, soldPeriod } from './of-service.tsx'
import { OfPlace } from './of-place.tsx'

/** For a cashier the sales in person of today at their point of sale; for everybody else the sums by cashier, of days too. */
export function daySalesPage(context: WebContext): PageRoute {
  return portalReads(context, 'day_sales.view')(paths.daySales, async (input) => {
    const { place, counter } = input.session
    if (counter !== null) return html(await placePage(context, input, counter))
    const period = soldPeriod(input.query)
    const moments = momentsOf(periodOf(period, new Date()).days)
    const { since = startOfToday(new Date()), until } = moments
    const scope = { serviceEnvId: place.id, since, ...(until && { until }) }
    const sales = await readDaySales(context.database, scope)
    return html(<OfService sales={sales} period={period} />)
  })
}

async function placePage(context: WebContext, { query }: PortalInput, counter: Counter) {
  const { database } = context
  const now = new Date()
  const since = startOfToday(now)
  const { id: pointOfSaleId, serviceEnvId } = counter
  const scope = { serviceEnvId, pointOfSaleId }
  const [page, sales, till] = await Promise.all([
    readListPage(context, {
      name: 'portal-day-sales',
      path: paths.daySales,
      // A cursor of another point of sale, from before a cashier moved, is refused.
      place: { id: pointOfSaleId },
      query,
      fields: [],
      read: (part) =>
        listTransactions(database, scope, { filter: { createdAfter: since }, ...part }),
      toCursor: ({ createdAt, id }) => [createdAt.toISOString(), id],
      fromCursor: positionOf,
    }),
    readDaySales(database, { ...scope, since }),
    tillOfCashier(database, counter),
  ])
  const isFirst = !query.has('suite')
  const opened = { now, openedAt: openedAt(query, now), isFirst }
  return <OfPlace {...{ counter, page, sales, isClosed: till === null, ...opened }} />
}
