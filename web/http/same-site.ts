import type { IncomingMessage } from 'node:http'

/**
 * True for a form that another site made a browser send. Browsers say so themselves; older ones only name the origin,
 * which they leave out (`null`) where a page sends no referrer. Forms of people who are logged in carry a token besides.
 */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined || origin === 'null') return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
