import { setTimeout as pause } from 'node:timers/promises'

export interface IssuedToken {
  readonly text: string
  readonly lifetimeMs: number
}

/** The bearer token of one product, shared by all calls. */
export interface TokenSource {
  /** A token that is still valid for a while; undefined if none can be had within this time. */
  get(waitMs: number): Promise<string | undefined>
  /** The operator refused this token: the next call gets another. */
  drop(token: string): void
}

/** A token is not used in its last minute, or last tenth if it is short-lived. */
const marginMsMax = 60_000
const lifetimeMsMax = 86_400_000

/** Fetches a token if there is none, once for all who wait for it. `issue` ends by itself and does not throw. */
export function createTokenSource(
  issue: () => Promise<IssuedToken | undefined>,
  now: () => number = () => performance.now(),
): TokenSource {
  let current: { readonly text: string; readonly goodUntil: number } | undefined
  let underWay: Promise<string | undefined> | undefined
  const renew = async (): Promise<string | undefined> => {
    const askedAt = now()
    const issued = await issue().finally(() => {
      underWay = undefined
    })
    if (issued === undefined) return undefined
    const lifetimeMs = Math.min(issued.lifetimeMs, lifetimeMsMax)
    const marginMs = Math.min(marginMsMax, lifetimeMs / 10)
    current = { text: issued.text, goodUntil: askedAt + lifetimeMs - marginMs }
    return issued.text
  }
  return {
    async get(waitMs) {
      if (current !== undefined && now() < current.goodUntil) return current.text
      underWay ??= renew()
      const late = new AbortController()
      const tooLate = pause(waitMs, undefined, { signal: late.signal }).catch(() => undefined)
      const token = await Promise.race([underWay, tooLate])
      late.abort()
      return token
    },
    drop(token) {
      if (current?.text === token) current = undefined
    },
  }
}
