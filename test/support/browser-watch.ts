import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, CDPSession, ConsoleMessage, Page, Request } from 'playwright-core'

/** The cost of loading a page. */
export interface Load {
  readonly requests: number
  /** Transferred bytes, including headers. */
  readonly bytes: number
}

/** The measuring of one page. */
export interface Measured {
  /** Forgets what was loaded before. */
  readonly reset: () => void
  /** Waits until all that the page asked for has come and is drawn; fails if that takes too long. */
  readonly settled: () => Promise<void>
  /** What was loaded until nothing more came for half a second. */
  readonly read: () => Promise<Load>
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

/** Notes what the page complains about. */
export function watch(page: Page, complaints: string[]): void {
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
}

/** Notes what its policy keeps any page of a window from doing. */
export async function watchPolicy(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeFunction('noteViolation', (text: string) => complaints.push(text))
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    noteViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`)
}

/** Measures what a page loads. */
export async function measure(page: Page, session: CDPSession): Promise<Measured> {
  await session.send('Network.enable')
  let load: Load = { requests: 0, bytes: 0 }
  session.on('Network.requestWillBeSent', () => {
    load = { ...load, requests: load.requests + 1 }
  })
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    load = { ...load, bytes: load.bytes + encodedDataLength }
  })
  const awaited = awaitedBy(page)
  return {
    reset() {
      load = { requests: 0, bytes: 0 }
      awaited.clear()
    },
    settled: () => settle(page, awaited),
    async read() {
      await page.waitForLoadState('networkidle')
      return load
    },
  }
}

/** What a page has asked for and not got yet, but for the lines that stay open for news. */
function awaitedBy(page: Page): Set<Request> {
  const awaited = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') awaited.add(request)
  })
  page.on('requestfinished', (request) => void awaited.delete(request))
  page.on('requestfailed', (request) => void awaited.delete(request))
  return awaited
}

const settleMsMax = 60_000
const lookAgainMs = 10

async function settle(page: Page, awaited: ReadonlySet<Request>): Promise<void> {
  const deadline = Date.now() + settleMsMax
  do {
    while (awaited.size > 0) {
      const urls = [...awaited].map((request) => request.url())
      if (Date.now() > deadline) throw new Error(`never came: ${urls.join(', ')}`)
      await pause(lookAgainMs)
    }
    // What came may ask for more, at the latest when it is drawn.
    await page.evaluate(drawn)
  } while (awaited.size > 0)
}

/** Two frames later all that was there is on the screen; a page in the back has no frames. */
const drawn = `Promise.race([
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  new Promise((resolve) => setTimeout(resolve, 500)),
])`
