import { randomUUID } from 'node:crypto'
import { success } from '#test/support/ends.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { paths as desk } from '#web/staff/paths.ts'
import { paths as portal } from '#web/portal/paths.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import type { Figure, Row } from '#test/bench/figure.ts'
import type { Lab } from '#test/bench/lab.ts'
import { fillTo } from '#test/bench/growth-books.ts'
import { HttpClient } from '#test/bench/load.ts'
import { percentile } from '#test/bench/numbers.ts'
import { acceptBy } from '#test/bench/service.ts'

const few = 10_000
const many = Number(process.env['BENCH_GROWTH'] ?? 1_000_000)
const looks = 25
const warming = 3
const deepPage = 80
/** A copy with its indexes, and as much again in the log of the database. */
const bytesEach = 3000

/** What is asked, by the name of its row. */
type Asked = Readonly<Record<string, Ask>>
type Ask = () => Promise<unknown>

/** Each list, filter, read and page at ten thousand transactions of one merchant, and at a million. */
export const growth: Figure = {
  name: 'growth',
  also: 'pages',
  about: 'reads, filters, accepts and pages at 10⁶ transactions beside 10⁴ (BENCH_GROWTH)',
  diskMb: (many * bytesEach) / 2 ** 20,
  async measure(lab) {
    const books = [await openBooks(lab, few), await openBooks(lab, many)] as const
    try {
      const [asFew, asMany] = books.map(({ asked }) => asked)
      const rows: Row[] = []
      for (const name of Object.keys(asMany ?? {})) {
        const [baseline, figure] = await inTurn(asFew?.[name], asMany?.[name])
        rows.push(...rowsOf(name, baseline, figure))
      }
      return rows
    } finally {
      for (const { scene } of books) await scene.stop()
    }
  },
}

/** A service whose merchant has so many transactions, and what it is asked. */
async function openBooks(
  lab: Lab,
  total: number,
): Promise<{ readonly scene: FaultScene; readonly asked: Asked }> {
  const scene = await lab.openService()
  const api = await scene.startApi()
  const merchant = await createPortalMerchant(scene.database)
  const template = await makePayment(scene.database, merchant.test, {
    reference: 'growth-template',
    outcome: success,
  })
  await fillTo(scene.places.databaseUrl, { template, total })
  const service = { baseUrl: api.baseUrl, database: scene.database }
  return { scene, asked: await questions(scene, { service, merchant, template }) }
}

interface Seen {
  readonly p50: number
  readonly p95: number
}

function rowsOf(name: string, baseline: Seen, figure: Seen): readonly Row[] {
  return [
    {
      name: `growth/${name}`,
      figure: figure.p50,
      unit: 'ms, p50',
      baseline: baseline.p50,
      goal: { atMost: 1.2 },
    },
    { name: `pages/${name}`, figure: figure.p95, unit: 'ms, p95', goal: { atMost: 20 } },
  ]
}

async function questions(
  scene: FaultScene,
  given: {
    readonly service: { readonly baseUrl: string; readonly database: FaultScene['database'] }
    readonly merchant: Awaited<ReturnType<typeof createPortalMerchant>>
    readonly template: string
  },
): Promise<Asked> {
  const { service, merchant, template } = given
  const client = new HttpClient(service.baseUrl)
  const key = merchant.test.keys.secret
  const headers = { Authorization: `Bearer ${key}` }
  const api = (path: string) => () => client.must(200, { path, headers })
  const people = await portalReader(service, merchant)
  await people.post(portal.place, { vers: merchant.test.serviceEnvId })
  const staff = await deskBrowser(service, 'administrator')
  const page = (path: string) => async () => must(path, await people.get(path))
  const deskPage = (path: string) => async () => must(path, await staff.get(path))
  return {
    'first-page': api('/v2/transactions?limit=20'),
    'page-by-cursor': api(await pathOfPage(client, headers)),
    'filter-status': api('/v2/transactions?status=failed'),
    'filter-succeeded': api('/v2/transactions?status=succeeded'),
    'filter-statuses': api('/v2/transactions?status=failed,expired'),
    'filter-type': api('/v2/transactions?type=payout'),
    'filter-channel': api('/v2/transactions?channel=pos'),
    'filter-terminal': api(`/v2/transactions?terminal_id=${randomUUID()}`),
    'filter-reference': api('/v2/transactions?reference=bulk-77'),
    read: api(`/v2/transactions/${template}`),
    balance: api('/v2/balance'),
    accept: () => acceptBy(client, key),
    'portal-home': page(portal.home),
    'portal-transactions': page(portal.transactions),
    'portal-status': page(`${portal.transactions}?statut=failed`),
    'portal-channel': page(`${portal.transactions}?canal=pos`),
    'portal-payouts': page(portal.payouts),
    'portal-refunds': page(portal.refunds),
    'portal-webhooks': page(portal.webhooks),
    'portal-balance': page(portal.balance),
    'desk-home': deskPage(desk.home),
    'desk-funds': deskPage(desk.funds),
    'desk-late-outcomes': deskPage(desk.lateOutcomes),
    'desk-operators': deskPage(desk.operators),
    'desk-merchants': deskPage(desk.merchants),
    ...Object.fromEntries(
      Object.entries(searches).flatMap(([what, words]) => {
        const query = new URLSearchParams({ q: words }).toString()
        return [
          [`find-${what}`, page(`${portal.searchPart}?${query}`)],
          [`desk-find-${what}`, deskPage(`${desk.searchPart}?${query}`)],
        ]
      }),
    ),
  }
}

/** What people type into the box: of each kind, and what finds most and nothing. */
const searches = {
  reference: 'bulk-77',
  'operator-reference': 'op-77',
  number: '0196000077',
  digits: '0077',
  name: 'client 77',
  'name-of-all': 'Client',
  'name-of-nobody': 'Zinsou',
  amount: '1000',
  'amount-of-none': '4321',
} as const

function must(path: string, answer: { readonly status: number }): void {
  // A search that finds one thing alone leads there.
  if (answer.status !== 200 && answer.status !== 303)
    throw new Error(`${path} answers ${answer.status}`)
}

/** The address of a page far down the list. */
async function pathOfPage(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  let path = '/v2/transactions?limit=100'
  for (let at = 1; at < deepPage; at += 1) {
    const { text } = await client.must(200, { path, headers })
    const { meta } = JSON.parse(text) as { readonly meta: { readonly next_cursor?: string | null } }
    if (typeof meta.next_cursor !== 'string') throw new Error('the list ended too soon')
    path = `/v2/transactions?limit=100&cursor=${encodeURIComponent(meta.next_cursor)}`
  }
  return path
}

/** What the same costs in both books, a look here and a look there: what else the machine does is borne by both. */
async function inTurn(...asked: readonly (Ask | undefined)[]): Promise<readonly [Seen, Seen]> {
  const times: readonly [number[], number[]] = [[], []]
  for (let look = -warming; look < looks; look += 1) {
    for (const [at, ask] of asked.entries()) {
      const since = performance.now()
      await ask?.()
      if (look >= 0) times[at]?.push(performance.now() - since)
    }
  }
  const seen = (of: readonly number[]): Seen => ({
    p50: percentile(of, 0.5),
    p95: percentile(of, 0.95),
  })
  return [seen(times[0]), seen(times[1])]
}
