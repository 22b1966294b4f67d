import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { errorTable } from '#domain/errors/errors.ts'
import { portalRoles } from '#domain/people/portal-roles.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { fetcherWith, type PageAnswer } from '#test/support/cookie-fetch.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, portalReader, testModeReader } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { holdPage } from './table.ts'

/** Somebody who asks for pages, and sends forms with the token of their session. */
interface Asker {
  readonly name: string
  readonly ask: (method: string, path: string) => Promise<PageAnswer>
}

describe('each page and form of the portal and the desk with each role', function () {
  this.timeout(300_000)
  const api = given(() => sharedApiAlone())

  const askerOf = async (name: string, root: string, cookies: Map<string, string>) => {
    const fetched = fetcherWith(api.baseUrl, cookies)
    const { text } = await fetched(`${root}/compte`)
    const token = /name="csrf_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const body = new URLSearchParams({ csrf_token: token })
    const ask = (method: string, path: string) =>
      fetched(path, method === 'GET' ? {} : { method, body })
    return { name, ask }
  }

  it('opens to those alone whom docs/page-roles.md names (`WRITE_ROUTES=1` writes what was observed)', async () => {
    const merchant = await createPortalMerchant(api.database)
    const desks: Asker[] = []
    for (const name of staffRoles)
      desks.push(await askerOf(name, '/staff', (await deskBrowser(api, name)).cookies))
    const readers: Asker[] = []
    for (const name of portalRoles) {
      const { cookies } = await portalReader(api, merchant, name)
      readers.push(await askerOf(name, '/portail', cookies))
    }
    // In test mode, some may do more.
    const { cookies } = await testModeReader(api, merchant, 'developer')
    readers.push(await askerOf('developer in test mode', '/portail', cookies))
    await holdPage(
      'page-roles.md',
      pageOf(await groupsOf('/portail', readers), await groupsOf('/staff', desks)),
    )
  })
})

/** The addresses that each set of roles may open, the set that opens most of them first. */
async function groupsOf(root: string, askers: readonly Asker[]): Promise<string> {
  const routes = [...pagesOf('GET'), ...pagesOf('POST')].filter(
    ({ path }) => path === root || path.startsWith(`${root}/`),
  )
  assert.ok(routes.length > 50, root)
  const seen: { readonly roles: string; readonly path: string; readonly method: string }[] = []
  for (const { method, path } of routes.toSorted(byPath)) {
    // These end the session that asks.
    if (method === 'POST' && path.endsWith('/deconnexion')) continue
    const roles: string[] = []
    for (const asker of askers) if (await isLetIn(asker, method, path)) roles.push(asker.name)
    const isForAll = roles.length === askers.length
    seen.push({ roles: isForAll ? 'everybody' : roles.join(', '), path, method })
  }
  return [...Map.groupBy(seen, ({ roles }) => roles)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([roles, entries]) => `### ${roles}\n\n${listOf(entries)}`)
    .join('\n\n')
}

const listOf = (entries: readonly { readonly path: string; readonly method: string }[]) =>
  [...Map.groupBy(entries, ({ path }) => path)]
    .map(([path, all]) => `- \`${path}\` ${all.map(({ method }) => method).join(' ')}`)
    .join('\n')

const byPath = (a: { readonly path: string }, b: { readonly path: string }) =>
  a.path < b.path ? -1 : Number(a.path > b.path)

/** Whether the role is let in; what is sent names nothing that is there, and gives no password. */
async function isLetIn({ name, ask }: Asker, method: string, path: string): Promise<boolean> {
  const address = path.replaceAll(/:\w+/g, randomUUID())
  const { status, text } = await ask(method, address)
  assert.ok(status < 500 && status !== 401 && status !== 429, `${name} ${method} ${path} ${status}`)
  if (text.includes('Cette page n’existe qu’en mode test')) return false
  if (status !== 403) return true
  assert.ok(text.includes(errorTable.operation_not_allowed.message), `${name} ${method} ${path}`)
  return false
}

function pageOf(portal: string, desk: string): string {
  return `# Pages and roles

The addresses of the portal and of the desk that each set of roles may open: pages (\`GET\`) and forms (\`POST\`), as
observed by [test/route-table](../test/route-table/page-roles.test.ts), which fails if an answer differs from this page or
an address is not on it. A role that may open an address may still be refused there: what belongs to another merchant is
not found ([foreign ids](../test/web/portal/foreign-ids.test.ts)), and some decisions need a second person.

## Portal

${portal}

## Desk

${desk}
`
}
