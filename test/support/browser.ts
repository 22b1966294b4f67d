import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { noteStart } from './costs.ts'
import { checkKeyboard, checkTargets, checkWeight, checkWidth } from './page-checks.ts'
import { frenchText, typingFaults } from './french.ts'
import { shared } from './shared.ts'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'

/** The window a page is looked at in. */
export interface Look {
  readonly name: string
  readonly width: number
  readonly height: number
}

export const phone: Look = { name: '360', width: 360, height: 740 }
export const desk: Look = { name: '1280', width: 1280, height: 900 }

/** A phone and a desk; each is checked by day and by night. */
export const looks: readonly Look[] = [phone, desk]

const lights = { jour: 'light', nuit: 'dark' } as const

/** What opening a page took. */
export interface Load {
  readonly requests: number
  /** On the wire, headers included. */
  readonly bytes: number
}

/**
 * To be called in the `before` of each browser test: without a Chromium the tests are skipped on a developer’s machine, with
 * the reason, and fail where CI is set.
 */
export function needBrowser(test: Mocha.Context): void {
  if (browserPath() !== undefined) return
  const reason = 'no Chromium: install it (apt-get install chromium) or name one in CHROMIUM_PATH'
  if (process.env['CI']) throw new Error(reason)
  console.log(`      skipped, ${reason}`)
  test.skip()
}

/** A page in a window of its own, watched: what its console or its policy complain of fails `close`. */
export interface Visit {
  readonly page: Page
  /** Of the last `open`. */
  readonly load: () => Load
  /** The status of the answer. */
  readonly open: (url: string) => Promise<number>
  /**
   * No barrier (axe) by day and by night; no complaint, no sideways scroll, no more than a page may weigh, controls for
   * fingers and keyboard, French typing. Where it fails a picture is taken, and with `PICTURES=1` of every page by day and by night.
   */
  readonly check: (pictureName: string) => Promise<void>
  readonly close: () => Promise<void>
}

async function checkLights(page: Page, name: string): Promise<void> {
  for (const [light, colorScheme] of Object.entries(lights)) {
    await page.emulateMedia({ colorScheme })
    if (process.env['PICTURES']) await takePicture(page, `${name}-${light}`)
    // By night nothing but the colours is another.
    await checkBarriers(page, light === 'nuit' ? ['color-contrast'] : undefined)
  }
}

/** Goes to a page of a desk by its menu, which is folded on a phone. */
export async function openFromMenu(page: Page, label: string): Promise<void> {
  // The page may be on its way: whether its menu is folded is seen once it is there.
  await page.locator('.menu').first().waitFor({ state: 'attached' })
  const fold = page.locator('.fold > summary')
  if (await fold.isVisible()) await fold.click()
  const link = page.locator(`.menu:visible a:text-is("${label}")`)
  if (!(await link.isVisible())) await page.locator('.menu:visible .group summary').click()
  await link.click()
}

/** Presses what stands in the portal's sheet of whoever is logged in: their account, the other mode, the way out. */
export async function openFromAccount(page: Page, label: string): Promise<void> {
  await page.locator('.account summary').click()
  await page.locator('.account .card').getByText(label, { exact: true }).click()
}

/** What a visitor has. */
interface Visitor {
  /** Many people who save on data have none. */
  readonly hasScript?: boolean
  /** Runs before each page’s own scripts. */
  readonly script?: string
}

/** Opens a page in a window of this look, which knows nothing of any visit before. */
export async function visit(look: Look, visitor: Visitor = {}): Promise<Visit> {
  const kind = JSON.stringify([look, visitor])
  const window = idle.get(kind)?.pop() ?? (await openWindow(look, visitor))
  const { page, complaints, load } = window
  return {
    page,
    load: () => load.read(),
    async open(url) {
      load.reset()
      const response = await page.goto(url, { waitUntil: 'networkidle' })
      return response?.status() ?? 0
    },
    async check(pictureName) {
      const name = `${pictureName}-${look.name}`
      await page.waitForLoadState()
      try {
        await checkLights(page, name)
        assert.deepEqual(complaints, [], name)
        await checkWidth(page, look.width)
        await checkWeight(page)
        await checkTargets(page)
        await checkKeyboard(page)
        await checkTyping(page)
      } catch (error) {
        await takePicture(page, `${name}-echec`)
        throw error
      }
    },
    async close() {
      await forget(window)
      idle.set(kind, [...(idle.get(kind) ?? []), window])
    },
  }
}

/** A window with cookies and a cache of its own. To open one costs more than most visits: they follow one another in it. */
interface Window {
  readonly page: Page
  readonly session: CDPSession
  /** What its console and its policy say of the pages of this visit. */
  readonly complaints: string[]
  readonly load: { readonly read: () => Load; readonly reset: () => void }
}

/** Those that nobody visits by now, by look and visitor. */
const idle = new Map<string, Window[]>()

async function openWindow(look: Look, { hasScript = true, script }: Visitor): Promise<Window> {
  const { newContext } = await browser.get()
  const context = await newContext({
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: look.width < 600 ? 2 : 1,
    hasTouch: look.width < 600,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    javaScriptEnabled: hasScript,
  })
  if (script !== undefined) await context.addInitScript(script)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const complaints: string[] = []
  await watch(context, page, complaints)
  return { page, session, complaints, load: await measure(session) }
}

const nowhere = '/nulle-part'

/** Makes a window as new. */
async function forget({ page, session, complaints }: Window): Promise<void> {
  const { origin } = new URL(page.url())
  if (origin !== 'null') await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  // Another page of the same place: for an empty one the browser would change processes, there and back.
  await page.goto(origin === 'null' ? 'about:blank' : `${origin}${nowhere}`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.context().clearCookies()
  await session.send('Network.clearBrowserCache')
  await session.send('Page.resetNavigationHistory')
  complaints.splice(0)
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function browserPath(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named !== undefined && named !== '') return named
  return places.find((path) => existsSync(path))
}

/** One a process, with a window for each visit. */
const browser = shared(async () => {
  noteStart('Chromium')
  const opened = await launch()
  return {
    newContext: opened.newContext.bind(opened),
    async stop() {
      idle.clear()
      await opened.close()
    },
  }
})

function launch(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  return chromium.launch({
    executablePath: browserPath() ?? '',
    // Chromium refuses its own sandbox to root, which containers run as.
    args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  })
}

async function watch(context: BrowserContext, page: Page, complaints: string[]): Promise<void> {
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    // A page that answers 404 on purpose is told of in the console too.
    const isStatus = message.text().startsWith('Failed to load resource: the server responded')
    const isOfPage = message.location().url === page.url()
    if (message.type() === 'error' && !(isStatus && isOfPage)) complaints.push(message.text())
  })
  await context.exposeFunction('noteViolation', (text: string) => complaints.push(text))
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    noteViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
}

async function measure(session: CDPSession): Promise<Window['load']> {
  await session.send('Network.enable')
  let load: Load = { requests: 0, bytes: 0 }
  session.on('Network.requestWillBeSent', () => {
    load = { ...load, requests: load.requests + 1 }
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    load = { ...load, bytes: load.bytes + encodedDataLength }
  })
  return { read: () => load, reset: () => void (load = { requests: 0, bytes: 0 }) }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All rules, or these. */
async function checkBarriers(page: Page, rules?: readonly string[]): Promise<void> {
  // A document has it once.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await addAxe(page)
  // What passes is not asked for, and takes the longer to describe.
  const options = { preload: false, resultTypes: ['violations'], selectors: false }
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(document, ${JSON.stringify({ ...options, ...(rules && { runOnly: rules }) })})
      .then(({ violations }) => violations)`,
  )
  const lines = found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  assert.deepEqual(lines, [], page.url())
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** By the browser's own protocol, for `evaluate` would hide the text from what the browser keeps of scripts it knows. */
async function addAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (await session).send('Runtime.evaluate', { expression: axe })
}

async function checkTyping(page: Page): Promise<void> {
  const text = await page.evaluate<string>(frenchText)
  assert.deepEqual(text.split('\n').flatMap(typingFaults), [], page.url())
}

/** The costliest part of a look at a page. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../test-results')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
