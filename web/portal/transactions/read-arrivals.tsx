import type { ServiceEnvId } from '#domain/ids.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import { readBorne } from '#use-cases/transactions/borne.ts'
import { readSelection, type Selection } from '#use-cases/transactions/selection.ts'
import { siftTransactions } from '#use-cases/transactions/sift.ts'
import type { WebContext } from '#web/context.ts'
import { mayRefresh } from '#web/design/refresh.ts'
import { type PageAnswer, part, unchanged } from '#web/http/answer.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { type Changes, changesOf, type Head, readShown, shownOf, watchedRows } from './arrivals.ts'
import { Statuses } from './choices.tsx'
import { type AskedList, isSummedUp } from './filter.ts'
import { Arrivals, NewOnes, TooMany } from './new-ones.tsx'
import { Sums } from './totals.tsx'

/** For filters without an index: matches are looked for among this many payments. */
const lookedAtMost = 200

interface Asked {
  readonly session: Portal
  readonly query: URLSearchParams
  readonly asked: AskedList
  readonly now: Date
}

/** What an open list has to change since it asked last. Most questions cost one read of its first rows. */
export async function readArrivals(
  { database }: WebContext,
  { session: { place }, query, asked, now }: Asked,
): Promise<PageAnswer> {
  const shown = readShown(query, now)
  if (!mayRefresh(shown.openedAt, now)) return part(<NewOnes {...{ query, shown, now }} />)
  const head = await readHead(database, place.id, asked)
  const changes = changesOf(shown, head)
  if (changes === null) return part(<TooMany query={query} />)
  if (isNothing(changes)) return unchanged
  const count = changes.added.length
  const next = shownOf(head.rows, { ...shown, arrived: shown.arrived + count })
  const selection = await readTotals(database, place.id, asked)
  const status = asked.filter.statuses?.[0]
  return part(
    <>
      <Arrivals name={place.publicName} changes={changes} isFirst={shown.rows.size === 0} />
      {selection && <Sums selection={selection} sifted={null} status={status} swap="true" />}
      {selection && <Statuses query={query} selection={selection} swap="true" />}
      <NewOnes query={query} shown={next} now={now} count={count} />
    </>,
  )
}

async function readHead(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
  { filter, sieve }: AskedList,
): Promise<Head> {
  const page = { filter, limit: watchedRows }
  const { rows, lookedUpTo } =
    sieve === null
      ? { rows: await listTransactions(database, { serviceEnvId }, page), lookedUpTo: null }
      : await siftTransactions(database, { serviceEnvId }, { ...page, sieve, most: lookedAtMost })
  const last = rows.length === watchedRows ? rows.at(-1) : lookedUpTo
  return { rows, coversTo: last?.createdAt ?? null }
}

/** The totals of a list, if the daily figures cover it. Days whose cost is not summed up yet are looked through for it. */
export async function readTotals(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
  asked: AskedList,
): Promise<Selection | null> {
  if (!isSummedUp(asked)) return null
  const { filter, sieve } = asked
  const of = sieve?.provider === undefined ? {} : { provider: sieve.provider }
  const selection = await readSelection(database, serviceEnvId, { ...filter, ...asked, ...of })
  if (selection.fees === 0n || selection.borne !== null) return selection
  return { ...selection, borne: await readBorne(database, serviceEnvId, { filter, ...of }) }
}

function isNothing({ added, changed, gone }: Changes): boolean {
  return added.length + changed.length + gone.length === 0
}
