import { type Language, languages } from '#domain/text/language.ts'
import type { Cookie } from './cookies.ts'
import { isLocalPath, type RedirectAnswer, redirect } from './answer.ts'

/** The language of an answer. */
export interface Speech {
  readonly language: Language
  /** False for what exists in French only. */
  readonly isBilingual: boolean
  /** The same page in the other language; null if there is no link to it, as on a page that answers a form. */
  readonly otherLanguageHref: string | null
}

/** The desk of the staff. */
export const inFrench: Speech = { language: 'fr', isBilingual: false, otherLanguageHref: null }

/** The name of the cookie, which holds only the language, and of the query field that chooses it. */
export const languageName = 'langue'

/**
 * The name of the cookie that says, for the minutes until a log-in, that the language was chosen before it: the account
 * then keeps it. Any other cookie may be that of whoever used this browser before.
 */
export const chosenAtDoorName = 'langue_choisie'
const chosenAtDoorSeconds = 600

/** A year; it identifies nobody. */
const maxAgeSeconds = 31_536_000

interface Asked {
  /** Of the page; null for a form that was sent, which a link would lose. */
  readonly query: URLSearchParams | null
  readonly cookie: string | undefined
  /** What the browser prefers. */
  readonly preferred: Language
}

/** The reader's choice, else what their browser prefers. */
export function speechOf({ query, cookie, preferred }: Asked): Speech {
  const language = asLanguage(cookie) ?? preferred
  if (query === null) return { language, isBilingual: true, otherLanguageHref: null }
  const others = withoutChoice(query)
  others.set(languageName, language === 'en' ? 'fr' : 'en')
  return { language, isBilingual: true, otherLanguageHref: `?${others.toString()}` }
}

/**
 * Redirects an address that chooses a language to itself without the choice, which is kept; undefined for all others.
 */
export function languageChoice(path: string, query: URLSearchParams): LanguageChoice | undefined {
  const value = asLanguage(query.get(languageName) ?? undefined)
  if (value === undefined || !isLocalPath(path)) return undefined
  const others = withoutChoice(query).toString()
  const to = others === '' ? path : `${path}?${others}`
  return { language: value, answer: redirect(to, { cookies: [languageCookie(value)] }) }
}

/** Keeps the language that a reader chose. */
export function languageCookie(value: Language): Cookie {
  return { name: languageName, value, maxAgeSeconds, isForFrames: true }
}

/** Records until the log-in that it was chosen here; null deletes that. */
export function chosenAtDoor(value: Language | null): Cookie {
  const maxAgeSeconds = value === null ? 0 : chosenAtDoorSeconds
  return { name: chosenAtDoorName, value: value ?? '', maxAgeSeconds }
}

function withoutChoice(query: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(query)
  others.delete(languageName)
  return others
}

/** A chosen language, and the answer that keeps it in the browser. */
export interface LanguageChoice {
  readonly language: Language
  readonly answer: RedirectAnswer
}

/** The language that a text names, if it names one. */
export function asLanguage(text: string | undefined): Language | undefined {
  return languages.find((language) => language === text)
}
