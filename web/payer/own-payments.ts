import type { Cookie } from '#web/http/cookies.ts'

/** A payment made by this browser: the code of its page, and the token that opens its receipt in full. */
export interface OwnPayment {
  readonly code: string
  readonly token: string
}

/** Name of the cookie. */
export const ownPaymentsCookie = 'paiements'

/** A day: long enough to come back to a receipt, short enough for a phone that is lent. */
const maxAgeSeconds = 86_400
const ownMax = 5
const shape = /^([\w-]{40})~([\w-]{22})$/

/** The latest payments of this browser, the last one first; what was not written here reads as none. */
export function readOwnPayments(value = ''): readonly OwnPayment[] {
  return value
    .split('.', ownMax)
    .map((entry) => shape.exec(entry) ?? [])
    .flatMap(([, code, token]) => (code && token ? [{ code, token }] : []))
}

/** The same with one more. */
export function writeOwnPayments(known: readonly OwnPayment[], added: OwnPayment): Cookie {
  const others = known.filter(({ code }) => code !== added.code)
  const kept = [added, ...others].slice(0, ownMax)
  const value = kept.map(({ code, token }) => `${code}~${token}`).join('.')
  return { name: ownPaymentsCookie, value, maxAgeSeconds }
}
