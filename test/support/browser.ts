import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumPath, windowlessChromiumPath } from '#dev/chromium.ts'
import { noteStart } from './costs.ts'
import { checkedAsOwed, documentOf, openAgain, type Shown } from './checked-pages.ts'
import { type Load, measure, type Measured, watch, watchPolicy } from './browser-watch.ts'
import {
  checkBarriers,
  checkControls,
  checkTyping,
  checkWeight,
  checkWidth,
} from './page-checks.ts'
import { shared } from './shared.ts'
import { type CDPSession, chromium, type Page } from 'playwright-core'

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

/**
 * The first `before` of each browser test: without Chromium the tests are skipped on a developer's machine, with the
 * reason, and fail if CI is set.
 */
export function needBrowser(this: Mocha.Context): void {
  if (chromiumPath() !== undefined) return
  const reason = 'no Chromium: install it (apt-get install chromium) or name one in CHROMIUM_PATH'
  if (process.env['CI']) throw new Error(reason)
  console.log(`      skipped, ${reason}`)
  this.skip()
}

/** A page in its own window, monitored: complaints in its console or about its policy make `close` fail. */
export interface Visit {
  readonly page: Page
  /** Of the last `open`. */
  readonly load: () => Promise<Load>
  /** Returns the status of the answer. */
  readonly open: (url: string) => Promise<number>
  /**
   * Checks accessibility (axe) in light and dark mode, no complaints, no horizontal scrolling, the page's weight, controls
   * for touch and keyboard, French typography; and in English, if the test owes that. Takes a picture on failure, or of
   * every page with `PICTURES=1`. Waits first for what this selector finds, if one is given.
   */
  readonly check: (pictureName: string, onceShown?: string) => Promise<void>
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

/** Opens pages one after the other, and checks each. */
export async function checkEach(
  { open, check }: Visit,
  pages: readonly (readonly [name: string, url: string])[],
): Promise<void> {
  for (const [name, url] of pages) {
    assert.equal(await open(url), 200, url)
    await check(name)
  }
}

/** Presses an item of the portal's account menu: account, other mode, log out. */
export async function openFromAccount(page: Page, label: string): Promise<void> {
  await page.locator('.account summary').click()
  await page.locator('.account .card').getByText(label, { exact: true }).click()
}

/**
 * Properties of a visitor: whether scripts run (many people save data), one that runs before each page's own, and whether
 * the browser is asked for more than drawing.
 */
interface Visitor {
  readonly hasScript?: boolean
  readonly script?: string
  readonly needsWholeBrowser?: boolean
}

/** Opens a page in a window of this size, without any state of earlier visits. */
export async function visit(look: Look, visitor: Visitor = {}): Promise<Visit> {
  const { hasScript = true } = visitor
  const kind = JSON.stringify([look, visitor])
  const window = idle.get(kind)?.pop() ?? (await openWindow(look, visitor))
  const { page, complaints, load, shown } = window
  // While it was idle, the last page's icon may have been asked of a service that had stopped.
  complaints.splice(0)
  return {
    page,
    load: () => load.read(),
    async open(url) {
      load.reset()
      const response = await page.goto(url)
      if (hasScript) await load.settled()
      return response?.status() ?? 0
    },
    async check(pictureName, onceShown) {
      const name = `${pictureName}-${look.name}`
      if (onceShown !== undefined) await page.waitForSelector(onceShown)
      await page.waitForLoadState()
      try {
        await checkLights(page, name)
        assert.deepEqual(complaints, [], name)
        await checkWidths(page, look)
        await checkWeight(page)
        await checkControls(page)
        await checkTyping(page)
        const isEnglishOwed = checkedAsOwed(shown(), look === phone)
        if (isEnglishOwed) await checkEnglish(window, name)
      } catch (error) {
        await takePicture(page, `${name}-echec`)
        throw error
      }
    },
    async close() {
      await forget(window)
      await window.english?.close()
      delete window.english
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
  readonly load: Measured
  /** The document that the page shows. */
  readonly shown: () => Shown | undefined
  /** The same reader in English, once needed. */
  english?: Page
}

/** Unused windows, by size and visitor. */
const idle = new Map<string, Window[]>()

/** A machine may be busy. */
const patienceMs = 60_000

async function openWindow(look: Look, visitor: Visitor): Promise<Window> {
  const { hasScript = true, script, needsWholeBrowser = false } = visitor
  const { newContext } = await (needsWholeBrowser ? wholeBrowser : browser).get()
  const context = await newContext({
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: look.width < 600 ? 2 : 1,
    hasTouch: look.width < 600,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    javaScriptEnabled: hasScript,
  })
  context.setDefaultTimeout(patienceMs)
  if (script !== undefined) await context.addInitScript(script)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const complaints: string[] = []
  await watchPolicy(context, complaints)
  watch(page, complaints)
  return { page, session, complaints, load: await measure(page, session), shown: documentOf(page) }
}

/** The page again, for the same reader in English: on a phone at night, and as wide as pages get; not what is given once. */
async function checkEnglish(window: Window, name: string): Promise<void> {
  const { page, shown } = window
  // What a page asks of a device is kept in a cookie, and each page asks anew.
  const cookies = await page.context().cookies()
  const english = (window.english ??= await openEnglish(window))
  await english.setViewportSize(phone)
  if (await openAgain(english, page.url(), shown())) await checkOpened(english, window, name)
  // What stays open goes on asking for what is new. For an empty page the browser would switch processes.
  await english.goto(new URL(nowhere, page.url()).href)
  await page.context().addCookies(cookies)
  // A page in the back asks no device, and its own timers sleep.
  await page.bringToFront()
}

async function checkOpened(
  english: Page,
  { page, complaints }: Window,
  name: string,
): Promise<void> {
  assert.equal(await english.getAttribute('html', 'lang'), 'en', page.url())
  try {
    await checkBarriers(english)
    for (const width of [phone.width, ...englishWidths]) {
      await english.setViewportSize({ width, height: phone.height })
      await checkWidth(english, width)
      if (process.env['PICTURES']) await takePicture(english, `${name}-en-${width}`)
    }
    await checkWeight(english)
    await checkControls(english)
    assert.deepEqual(complaints, [], `${name} in English`)
  } catch (error) {
    await takePicture(english, `${name}-en-echec`)
    throw error
  }
}

const englishWidths = [768, 1920]

async function openEnglish({ page, complaints }: Window): Promise<Page> {
  const english = await page.context().newPage()
  watch(english, complaints)
  const session = await page.context().newCDPSession(english)
  const userAgent = await english.evaluate<string>('navigator.userAgent')
  await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'en' })
  await english.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return english
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

/** One per process, with a window for each visit. */
const browser = shared(() => launch(windowlessChromiumPath()))
const wholeBrowser = shared(() => launch(chromiumPath()))

async function launch(path = '') {
  noteStart('Chromium')
  const isRoot = process.getuid?.() === 0
  const opened = await chromium.launch({
    executablePath: path,
    // Chromium's own sandbox does not work for root, which containers use.
    args: [...(isRoot ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  })
  return {
    newContext: opened.newContext.bind(opened),
    async stop() {
      idle.clear()
      await opened.close()
    },
  }
}

/** The most expensive part of checking a page. */
async function takePicture(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../test-results')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
