import { type Language, languages } from '#domain/text/language.ts'
import { isLocalPath, type RedirectAnswer, redirect } from './answer.ts'

/** The language of an answer. */
export interface Speech {
  readonly language: Language
  /** False for what exists in French alone. */
  readonly isBilingual: boolean
  /** The same page in the other language; null where no link leads there, as from what answers a form. */
  readonly otherLanguageHref: string | null
}

/** The desk of the staff. */
export const inFrench: Speech = { language: 'fr', isBilingual: false, otherLanguageHref: null }

/** The name of the cookie, which holds only the language, and of the query field that chooses it. */
export const languageName = 'langue'

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

/** Redirects an address that chooses a language to itself without the choice, which is kept; undefined for all others. */
export function languageChoice(path: string, query: URLSearchParams): RedirectAnswer | undefined {
  const value = asLanguage(query.get(languageName) ?? undefined)
  if (value === undefined || !isLocalPath(path)) return undefined
  const others = withoutChoice(query).toString()
  const cookie = { name: languageName, value, maxAgeSeconds, isForFrames: true }
  return redirect(others === '' ? path : `${path}?${others}`, { cookies: [cookie] })
}

function withoutChoice(query: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(query)
  others.delete(languageName)
  return others
}

function asLanguage(text: string | undefined): Language | undefined {
  return languages.find((language) => language === text)
}
