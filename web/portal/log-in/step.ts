import type { Cookie } from '#web/http/cookies.ts'

/** Name of the cookie that remembers a log-in between its password and its one-time code. */
export const stepCookieName = 'portal_step'

const stepSeconds = 300

/** Opens nothing but the next step. */
export function stepCookie(token: string): Cookie {
  return { name: stepCookieName, value: token, maxAgeSeconds: stepSeconds }
}

export const forgetStep: Cookie = { name: stepCookieName, value: '', maxAgeSeconds: 0 }
