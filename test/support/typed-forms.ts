import assert from 'node:assert/strict'
import type { PageAnswer } from './cookie-fetch.ts'

/** What a page asks for by a form or a script whose address would then hold what somebody types. */
export function typedInAddresses(text: string): string[] {
  const forms = text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)
  const inForms = [...forms].flatMap(([, head = '', body = '']) =>
    /method="post"/.test(head) ? [] : freeFields(body),
  )
  const asked = text.matchAll(/<[^>]*\bhx-get="[^>]*\bhx-include="([^"]*)"[^>]*>/g)
  const named = [...asked].flatMap(([, include = '']) => namesIn(include))
  const free = new Set(freeFields(text).map(nameOf))
  return [...inForms, ...named.filter((name) => free.has(name)).map((name) => `hx-get ${name}`)]
}

/** Types of fields that hold one of a few values, or a number or day. */
const bounded =
  /type="(?:hidden|radio|checkbox|submit|button|date|time|datetime-local|month|number)"/

function freeFields(html: string): string[] {
  const fields = [...html.matchAll(/<(?:input|textarea)\b[^>]*>/g)].map(([tag]) => tag)
  return fields.filter((tag) => nameOf(tag) !== '' && !bounded.test(tag))
}

function nameOf(tag: string): string {
  return / name="([^"]*)"/.exec(tag)?.[1] ?? ''
}

function namesIn(selector: string): string[] {
  return [...selector.matchAll(/\[name=([^\]]+)\]/g)].map(([, name = '']) => name)
}

/** A browser that posts with its pages' token. */
interface Sender {
  get(path: string): Promise<PageAnswer>
  post(path: string, fields: Readonly<Record<string, string>>): Promise<PageAnswer>
}

/** Of a form, by name or as in a query. */
type Fields = Readonly<Record<string, string>> | string

/** The address to which a search leads; fails if it has anything typed in plain. */
export async function searchedAt(browser: Sender, path: string, fields: Fields): Promise<string> {
  const sent = Object.fromEntries(new URLSearchParams(fields))
  const { status, location } = await browser.post(path, sent)
  assert.equal(status, 303, path)
  assert.ok(location !== null && !/[?&](q|nom|cherche|min|max)=/.test(location), String(location))
  return location
}

/** The page that a search leads to. */
export async function searched(browser: Sender, path: string, fields: Fields): Promise<PageAnswer> {
  return browser.get(await searchedAt(browser, path, fields))
}

/** The address of the file of the payments that are found. */
export async function exportOf(browser: Sender, fields: Fields): Promise<string> {
  const address = await searchedAt(browser, '/portail/transactions', fields)
  return address.replace('?', '/export?')
}
