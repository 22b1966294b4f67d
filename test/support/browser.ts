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
  type ConsoleMessage,
  type Page,
} from 'playwright-core'

/** A window size for viewing pages. */
export interface Look {
  readonly name: string
  readonly width: number
  readonly height: number
}

export const phone: Look = { name: '360', width: 360, height: 740 }
export const desk: Look = { name: '1280', width: 1280, height: 900 }

/** A phone and a desktop; each is checked in light and dark mode. */
export const looks: readonly Look[] = [phone, desk]

const lights = { jour: 'light', nuit: 'dark' } as const

/** The cost of loading a page. */
export interface Load {
  readonly requests: number
  /** Transferred bytes, including headers. */
  readonly bytes: number
}

/**
 * Call it in the `before` of each browser test: without Chromium the tests are skipped on a developer's machine, with
 * the reason, and fail if CI is set.
 */
export function needBrowser(test: Mocha.Context): void {
  if (browserPath() !== undefined) return
  const reason = 'no Chromium: install it (apt-get install chromium) or name one in CHROMIUM_PATH'
  if (process.env['CI']) throw new Error(reason)
  console.log(`      skipped, ${reason}`)
  test.skip()
}

/** A page in its own window, monitored: complaints in its console or about its policy make `close` fail. */
export interface Visit {
  readonly page: Page
  /** Of the last `open`. */
  readonly load: () => Load
  /** Returns the status of the answer. */
  readonly open: (url: string) => Promise<number>
  /**
   * Checks accessibility (axe) in light and dark mode, no complaints, no horizontal scrolling, the page's weight, controls
   * for touch and keyboard, French typography. Takes a picture on failure, or of every page with `PICTURES=1`.
   */
  readonly check: (pictureName: string) => Promise<void>
  readonly close: () => Promise<void>
}

async function checkLights(page: Page, name: string): Promise<void> {
  for (const [light, colorScheme] of Object.entries(lights)) {
    await page.emulateMedia({ colorScheme })
    if (process.env['PICTURES']) await takePicture(page, `${name}-${light}`)
    // In dark mode only the colours differ.
    await checkBarriers(page, light === 'nuit' ? ['color-contrast'] : undefined)
  }
}

/** What lies between the two sizes, and beyond the larger one. */
const otherWidths: Readonly<Record<string, readonly number[]>> = { [desk.name]: [768, 1920] }

/** The page fits its window, and windows of other widths. */
async function checkWidths(page: Page, { name, width, height }: Look): Promise<void> {
  await checkWidth(page, width)
  const others = otherWidths[name] ?? []
  for (const other of others) {
    await page.setViewportSize({ width: other, height })
    await checkWidth(page, other)
  }
  if (others.length > 0) await page.setViewportSize({ width, height })
}

/** Opens a page of a desk from its menu, which is folded on a phone. */
export async function openFromMenu(page: Page, label: string): Promise<void> {
  // The page may still be loading: whether its menu is folded is only known then.
  await page.locator('.menu').first().waitFor({ state: 'attached' })
  const fold = page.locator('.fold > summary')
  if (await fold.isVisible()) await fold.click()
  const link = page.locator(`.menu:visible a:text-is("${label}")`)
  if (!(await link.isVisible())) await page.locator('.menu:visible .group summary').click()
  await link.click()
}

/** Presses an item of the portal's account menu: account, other mode, log out. */
export async function openFromAccount(page: Page, label: string): Promise<void> {
  await page.locator('.account summary').click()
  await page.locator('.account .card').getByText(label, { exact: true }).click()
}

/** Properties of a visitor. */
interface Visitor {
  /** False for the many people who save data. */
  readonly hasScript?: boolean
  /** Runs before each page's own scripts. */
  readonly script?: string
}

/** Opens a page in a window of this size, without any state of earlier visits. */
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
        await checkWidths(page, look)
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

/** A window with its own cookies and cache. Opening one costs more than most visits, so visits reuse it. */
interface Window {
  readonly page: Page
  readonly session: CDPSession
  /** Complaints of the console and about the policy during this visit. */
  readonly complaints: string[]
  readonly load: { readonly read: () => Load; readonly reset: () => void }
}

/** Unused windows, by size and visitor. */
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

/** Resets a window. */
async function forget({ page, session, complaints }: Window): Promise<void> {
  const { origin } = new URL(page.url())
  if (origin !== 'null') await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  // Another page of the same origin: for an empty page the browser would switch processes, there and back.
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

/** One per process, with a window for each visit. */
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
    // Chromium's own sandbox does not work for root, which containers use.
    args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  })
}

/**
 * A page that answers 404 on purpose is reported in the console too. So is what the previous visit still requested: the
 * report may come late. Nothing is loaded from elsewhere, which the policy's own reports prove.
 */
function isExpected(message: ConsoleMessage, page: Page, opened: ReadonlySet<string>): boolean {
  if (!message.text().startsWith('Failed to load resource')) return false
  const { url } = message.location()
  if (!url.startsWith(`${new URL(page.url()).origin}/`)) return true
  return opened.has(url) && message.text().includes('the server responded')
}

async function watch(context: BrowserContext, page: Page, complaints: string[]): Promise<void> {
  /** Every page that was opened; the report on one may come before the browser says that it is there. */
  const opened = new Set<string>()
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.add(request.url())
  })
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message, page, opened))
      complaints.push(`${message.text()} ${message.location().url}`)
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

/** All rules, or only these. */
async function checkBarriers(page: Page, rules?: readonly string[]): Promise<void> {
  // Added once per document.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await addAxe(page)
  // Passed rules are not needed and take longer to report.
  const options = { preload: false, resultTypes: ['violations'], selectors: false }
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(document, ${JSON.stringify({ ...options, ...(rules && { runOnly: rules }) })})
      .then(({ violations }) => violations)`,
  )
  const lines = found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  assert.deepEqual(lines, [], page.url())
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** By the DevTools protocol, because `evaluate` would keep the browser from caching the compiled script. */
async function addAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (await session).send('Runtime.evaluate', { expression: axe })
}

async function checkTyping(page: Page): Promise<void> {
  const text = await page.evaluate<string>(frenchText)
  assert.deepEqual(text.split('\n').flatMap(typingFaults), [], page.url())
}

/** The most expensive part of checking a page. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../test-results')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
