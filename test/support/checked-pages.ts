import assert from 'node:assert/strict'
import { Router } from '@koa/router'
import type { Page } from 'playwright-core'
import type { WebContext } from '#web/context.ts'
import type { PageRoute } from '#web/http/route.ts'
import { createPageRoutes } from '#web/serve.ts'
import { pagesOfTests } from '#test/browser/pages.ts'

/** The document that a window shows. */
export interface Shown {
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
    shown = { method: request.method(), status: response.status(), path }
  })
  return () => shown
}

/** All pages that are read, from the tables of routes; building these asks nothing of what pages need. */
export function readPages(): readonly PageRoute[] {
  const context = { isProduction: false, isSignUpOpen: true, apiRoutes: [] }
  const routes = createPageRoutes(context as unknown as WebContext)
  return routes.filter(({ method }) => method === 'GET')
}

const pages = readPages()
const bilingual = new Set(pages.filter((page) => page.isBilingual).map(({ path }) => path))
const router = new Router({ sensitive: true, strict: true })
for (const { path } of pages) router.register(path, ['GET'], () => {})

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
  const route = ownRouteOf(shown)
  if (shown === undefined || route === undefined) return false
  owed.french.delete(route)
  if (!isEnglishLook || !bilingual.has(route) || doneInEnglish.has(shown)) return false
  doneInEnglish.add(shown)
  owed.english.delete(route)
  return true
}

/** The route of a page that the running file answers for, where it was opened and is there. */
function ownRouteOf(shown: Shown | undefined): string | undefined {
  if (shown?.method !== 'GET' || shown.status !== 200) return undefined
  const path = router.match(shown.path, 'GET').pathAndMethod[0]?.path
  return typeof path === 'string' && own.has(path) ? path : undefined
}
