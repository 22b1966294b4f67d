import type { BrowserContext, CDPSession, ConsoleMessage, Page } from 'playwright-core'

/** The cost of loading a page. */
export interface Load {
  readonly requests: number
  /** Transferred bytes, including headers. */
  readonly bytes: number
}

/** The measuring of one page. */
export interface Measured {
  readonly read: () => Load
  readonly reset: () => void
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
export async function measure(session: CDPSession): Promise<Measured> {
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
