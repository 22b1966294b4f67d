import { type Language, languages } from '#domain/text/language.ts'
import { isLocalPath, type RedirectAnswer, redirect } from './answer.ts'

/** In which language a page speaks, and where the same page stands in the other; null for pages in French alone. */
export interface Speech {
  readonly language: Language
  readonly otherLanguageHref: string | null
}

/** Of the portal, the desk, and all that is for people with an account. */
export const inFrench: Speech = { language: 'fr', otherLanguageHref: null }

/** Name of the cookie, which holds the language alone, and of what an address says to choose it. */
export const languageName = 'langue'

/** A year: nobody is asked twice, and it tells of nobody. */
const maxAgeSeconds = 31_536_000

interface Asked {
  readonly query: URLSearchParams
  readonly cookie: string | undefined
  /** The header `Accept-Language`. */
  readonly accepted: string | undefined
}

/** The reader's choice, else what their browser clearly prefers, else French. */
export function speechOf({ query, cookie, accepted }: Asked): Speech {
  const language = asLanguage(cookie) ?? (prefersEnglish(accepted) ? 'en' : 'fr')
  const others = withoutChoice(query)
  others.set(languageName, language === 'en' ? 'fr' : 'en')
  return { language, otherLanguageHref: `?${others.toString()}` }
}

/** What an address answers that chooses a language: the same without it, and the choice kept; undefined for all others. */
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

/** Only where English stands before French: browsers that were never set up name both alike, or neither. */
function prefersEnglish(accepted = ''): boolean {
  const ranges = accepted.toLowerCase().split(',', rangesMax).map(rangeOf)
  return qualityOf(ranges, 'en') > qualityOf(ranges, 'fr')
}

const rangesMax = 50

interface Range {
  readonly language: string
  readonly quality: number
}

function rangeOf(text: string): Range {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const quality = weight === undefined ? 1 : Number(weight.slice(2))
  return { language: tag.split('-', 1)[0] ?? '', quality: quality >= 0 ? quality : 0 }
}

/** The best that is said of a language, in whichever country; else what is said of all others. */
function qualityOf(ranges: readonly Range[], language: Language): number {
  const named = ranges.filter((range) => range.language === language)
  const meant = named.length > 0 ? named : ranges.filter((range) => range.language === '*')
  return Math.max(0, ...meant.map(({ quality }) => quality))
}
