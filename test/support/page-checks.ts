import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright-core'
import { frenchText, typingFaults } from './french.ts'
import { typedInAddresses } from './typed-forms.ts'

/** A page with everything it loads, as transferred, cached or not. */
const pageBytesMax = 80_000

/** The page is light enough for a slow connection; what its scripts request later does not count. */
export async function checkWeight(page: Page): Promise<void> {
  const parts = await page.evaluate<{ name: string; bytes: number }[]>(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter(({ initiatorType }) => !['fetch', 'xmlhttprequest'].includes(initiatorType))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }))`)
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  assert.ok(bytes > 0 && bytes <= pageBytesMax, `${bytes} bytes: ${JSON.stringify(parts)}`)
}

/** Controls are large enough, in reach of the keyboard, and put nothing typed into an address. */
export async function checkControls(page: Page): Promise<void> {
  await checkTargets(page)
  await checkKeyboard(page)
  await checkAddresses(page)
}

/** No form or script puts what people type into an address. */
async function checkAddresses(page: Page): Promise<void> {
  // The policy of the documentation lets no form be sent.
  if (new URL(page.url()).pathname.startsWith('/docs')) return
  assert.deepEqual(typedInAddresses(await page.content()), [], page.url())
}

/** The page does not scroll horizontally, and squeezes no name of a fact. */
export async function checkWidth(page: Page, windowWidth: number): Promise<void> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= windowWidth, `${page.url()} is ${width} px wide in a window of ${windowWidth}`)
  await checkNames(page)
}

/** The names of facts break between words only, however narrow the window. */
async function checkNames(page: Page): Promise<void> {
  const broken = await page.evaluate<string[]>(`[...document.querySelectorAll('.facts dt')]
    .filter((name) => name.checkVisibility() && name.scrollHeight > 0)
    .flatMap((name) => {
      const text = name.firstChild
      if (text?.nodeType !== Node.TEXT_NODE) return []
      return [...text.data.matchAll(/[^ ]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return range.getClientRects().length > 1
      }).map(([word]) => word)
    })`)
  assert.deepEqual(broken, [], `${page.url()} breaks words`)
}

/** A fingertip is 44 px wide; links within a sentence are as high as their line. */
const targetPixels = 44

/** Controls that are shown are at least as large as a fingertip; what is folded has no size yet. */
async function checkTargets(page: Page): Promise<void> {
  const small = await page.evaluate<string[]>(`[...document.querySelectorAll(
      'button, .button, summary, select, .box input, .fold a, label.choice')]
    .filter((control) => control.checkVisibility())
    .map((control) => [control, control.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < ${targetPixels})
    .map(([control, { width, height }]) => control.outerHTML.slice(0, 80) + ' ' + width + 'x' + height)`)
  assert.deepEqual(small, [], 'too small for a finger')
}

/** The names that stand with cells of a list's first row, where a row is two lines. */
export function namesInRow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('.list tbody tr:first-child td')]
    .filter((cell) => getComputedStyle(cell, '::before').content !== 'none')
    .map((cell) => cell.dataset.name)`)
}

/** Whatever looks pressable must work by keyboard: a native control, in page order. */
async function checkKeyboard(page: Page): Promise<void> {
  const out = await page.evaluate<string[]>(`(() => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    const looksPressed = (part) => getComputedStyle(part).cursor === 'pointer'
    return [...document.body.querySelectorAll('*')]
      .filter((part) => part.matches(controls)
        ? part.tabIndex !== 0 && !part.disabled
        : looksPressed(part) && !part.closest(controls + ', label'))
      .map((part) => part.outerHTML.slice(0, 80))
  })()`)
  assert.deepEqual(out, [], 'out of reach of the keyboard')
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No barriers: by all rules of axe, or only by these. */
export async function checkBarriers(page: Page, rules?: readonly string[]): Promise<void> {
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

/** Its French is typed properly. */
export async function checkTyping(page: Page): Promise<void> {
  const text = await page.evaluate<string>(frenchText)
  assert.deepEqual(text.split('\n').flatMap(typingFaults), [], page.url())
}
