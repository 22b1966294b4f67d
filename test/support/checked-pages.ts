import assert from 'node:assert/strict'
import { Router } from '@koa/router'
import type { Page, Request } from 'playwright-core'
import type { WebContext } from '#web/context.ts'
import type { PageRoute } from '#web/http/route.ts'
import { createPageRoutes } from '#web/serve.ts'
import { givenOnce, pagesOfTests } from '#test/browser/pages.ts'

/** The document that a window shows. */
export interface Shown {
  readonly request: Request
  readonly method: string
  readonly status: number
  readonly path: string
}

/** Follows what a page shows: the last document that came, without the redirects to it. */
export function documentOf(page: Page): () => Shown | undefined {
  let shown: Shown | undefined
  page.on('response', (response) => {
    const request = response.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    const { pathname: path } = new URL(response.url())
    shown = { request, method: request.method(), status: response.status(), path }
  })
  return () => shown
}

/** All pages of this method, from the tables of routes; building these asks nothing of what pages need. */
export function pagesOf(wanted: PageRoute['method']): readonly PageRoute[] {
  const context = { isProduction: false, isSignUpOpen: true, apiRoutes: [] }
  const routes = createPageRoutes(context as unknown as WebContext)
  return routes.filter(({ method }) => method === wanted)
}

const pages = pagesOf('GET')
const sent = pagesOf('POST')
const bilingual = new Set(pages.filter((page) => page.isBilingual).map(({ path }) => path))
const bilingualSent = new Set(sent.filter((page) => page.isBilingual).map(({ path }) => path))
const router = new Router({ sensitive: true, strict: true })
for (const { method, path } of [...pages, ...sent]) router.register(path, [method], () => {})

/** What the running test file has still to check, by language. */
const owed = { french: new Set<string>(), english: new Set<string>() }
const own = new Set<string>()

/** Makes a file of browser tests answer for its pages of the table: put it at the end of its `describe`. */
export function checksItsPages(name: keyof typeof pagesOfTests): void {
  before(() => {
    for (const set of [own, owed.french, owed.english]) set.clear()
    for (const path of pagesOfTests[name]) {
      own.add(path)
      owed.french.add(path)
      if (bilingual.has(path)) owed.english.add(path)
    }
  })
  it('has checked each page that the table gives it, in each language of the page', () => {
    assert.deepEqual(
      { french: [...owed.french], english: [...owed.english] },
      { french: [], english: [] },
    )
  })
}

/** Documents that were checked in English; each is once, whatever was opened on it since. */
const doneInEnglish = new WeakSet<Shown>()

/** Notes that a page was checked; says whether it is to be checked in English too, which is done at one look alone. */
export function checkedAsOwed(shown: Shown | undefined, isEnglishLook: boolean): boolean {
  if (shown === undefined) return false
  if (shown.method === 'POST') return isEnglishLook && isFirst(shown, bilingualSent)
  const route = ownRouteOf(shown)
  if (route === undefined) return false
  owed.french.delete(route)
  if (!isEnglishLook || !isFirst(shown, bilingual)) return false
  owed.english.delete(route)
  return true
}

/** Whether a document has English, in which it was not looked at yet. */
function isFirst(shown: Shown, among: ReadonlySet<string>): boolean {
  if (!among.has(routeOf(shown)) || doneInEnglish.has(shown)) return false
  doneInEnglish.add(shown)
  return true
}

function routeOf({ method, path }: Shown): string {
  return String(router.match(path, method).pathAndMethod[0]?.path)
}

/** Opens what is shown once more, for a reader in English; false for what is given once. */
export async function openAgain(
  english: Page,
  url: string,
  shown: Shown | undefined,
): Promise<boolean> {
  const isSent = shown?.method === 'POST'
  if (isSent && givenOnce.includes(routeOf(shown))) return false
  await (isSent ? openSentAgain(english, shown) : english.goto(url))
  return true
}

/** Opens what the form behind a page is answered when it is sent again. */
async function openSentAgain(english: Page, { request, status }: Shown): Promise<void> {
  const { cookie: _kept, 'content-length': _length, ...headers } = await request.allHeaders()
  const data = request.postDataBuffer()
  const answer = await english.context().request.fetch(request.url(), {
    method: 'POST',
    maxRedirects: 0,
    headers: { ...headers, 'accept-language': 'en', 'accept-encoding': 'identity' },
    ...(data && { data }),
  })
  assert.equal(answer.status(), status, `${request.url()}, sent again`)
  await english.route(request.url(), (route) => route.fulfill({ response: answer }), { times: 1 })
  await english.goto(request.url())
}

/** The route of a page that the running file answers for, where it was opened and is there. */
function ownRouteOf(shown: Shown | undefined): string | undefined {
  if (shown?.method !== 'GET' || shown.status !== 200) return undefined
  const path = router.match(shown.path, 'GET').pathAndMethod[0]?.path
  return typeof path === 'string' && own.has(path) ? path : undefined
}
